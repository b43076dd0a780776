// Reads a file beside an input, never outside of its folder.
import { open, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { safePath } from './unpack.ts'

/** Largest file returned beside an input; the rest is cut. */
const BESIDE_LIMIT = 64 * 1024 * 1024

/** A file below a folder; undefined when there is none there. */
export async function readBeside(
  folder: string,
  path: string,
  limit = BESIDE_LIMIT,
): Promise<Uint8Array | undefined> {
  const safe = safePath(path)
  if (safe === undefined) return undefined
  try {
    const root = await realpath(folder)
    const target = await realpath(join(root, safe))
    if (!target.startsWith(root + sep)) return undefined
    // Opening a pipe would wait for its writer.
    if (!(await stat(target)).isFile()) return undefined
    await using handle = await open(target, 'r')
    const { size } = await handle.stat()
    const buffer = Buffer.alloc(Math.min(size, limit))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0)
    return buffer.subarray(0, bytesRead)
  } catch {
    // For the importer the part is missing, whatever the reason; it reports that itself.
    return undefined
  }
}
