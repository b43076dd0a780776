// The manifest of a backup, read from the end of the file alone, or from the file beside an encrypted one: quick, without reading the rest.
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { isEncrypted } from './encryption.ts'
import { MANIFEST, MANIFEST_SUM, type Manifest, readManifest } from './manifest.ts'
import { readSidecar } from './sidecar.ts'

/** Distances from the end within which the manifest starts: usually the first, always the second. */
const TAILS = [256 * 1024, 64 * 1024 * 1024] as const

/** The block size of a tar file, and the positions in its header. */
const BLOCK = 512
const SIZE = { from: 124, to: 136 } as const
const MAGIC = { from: 257, to: 262 } as const

/** The manifest of a backup; undefined for another file, or one with a damaged end. */
export async function describeBackup(path: string): Promise<Manifest | undefined> {
  try {
    if (await isEncrypted(path)) return await readSidecar(path)
    await using file = await open(path)
    for (const bytes of TAILS) {
      const manifest = descriptionIn(await readTail(file, bytes), path)
      if (manifest !== undefined) return manifest
    }
    return undefined
  } catch {
    return undefined
  }
}

async function readTail(file: FileHandle, bytes: number): Promise<Buffer> {
  const { size } = await file.stat()
  const from = Math.max(0, size - bytes)
  const start = from - (from % BLOCK)
  const tail = Buffer.alloc(size - start)
  await file.read(tail, 0, tail.length, start)
  return tail
}

function descriptionIn(tail: Buffer, path: string): Manifest | undefined {
  const sum = lastEntry(tail, MANIFEST_SUM)
  const described = lastEntry(tail, MANIFEST)
  if (sum === undefined || described === undefined) return undefined
  const found = createHash('sha256').update(described).digest('hex')
  return found === sum.toString('utf8').trim() ? readManifest(described, path) : undefined
}

function lastEntry(tail: Buffer, name: string): Buffer | undefined {
  for (let at = tail.length - BLOCK; at >= 0; at -= BLOCK) {
    const header = tail.subarray(at, at + BLOCK)
    if (textOf(header, 0, name.length + 1) !== name || textOf(header, MAGIC.from, MAGIC.to) !== 'ustar')
      continue
    const size = Number.parseInt(textOf(header, SIZE.from, SIZE.to), 8)
    return tail.subarray(at + BLOCK, at + BLOCK + size)
  }
  return undefined
}

function textOf(header: Buffer, from: number, to: number): string {
  return header.toString('latin1', from, to).split('\0', 1)[0] ?? ''
}
