// What is sent at once: a file, standard input, or a folder as a tar of its files, since some sources are whole folders.
import { createReadStream } from 'node:fs'
import { basename, relative, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pack } from 'tar-stream'
import { stat } from 'node:fs/promises'
import type { Upload } from '../../../client/src/index.ts'
import { filesBelow, findFiles, STANDARD_INPUT } from '../../importer/index.ts'

/** What the paths of a command mean, in their order. Fails with `input` where a path cannot be read. */
export async function uploadsOf(paths: readonly string[]): Promise<readonly Upload[]> {
  const uploads: Upload[] = []
  for (const path of paths) uploads.push(await uploadOf(path))
  return uploads
}

async function uploadOf(path: string): Promise<Upload> {
  if (path === STANDARD_INPUT)
    return { name: 'standard input', modified: Date.now(), once: true, open: () => process.stdin }
  const status = await stat(path).catch(() => undefined)
  if (status?.isDirectory()) return { name: `${basename(resolve(path))}.tar`, open: () => tarOf(path) }
  const [file] = await findFiles([path], [])
  return {
    name: basename(path),
    size: file?.size,
    modified: file?.modified,
    // A pipe gives its bytes once.
    once: file?.size === undefined,
    open: () => createReadStream(path),
  }
}

/** The files of a folder and its folders as one tar, always in the same order. */
function tarOf(folder: string): AsyncIterable<Uint8Array> {
  const tar = pack()
  const fill = async (): Promise<void> => {
    for await (const { path, size = 0, modified = 0 } of filesBelow(folder, [])) {
      const name = relative(folder, path).replaceAll(sep, '/')
      const entry = tar.entry({ name, size, mtime: new Date(modified) })
      // A file that grows meanwhile is sent as long as it was.
      await pipeline(createReadStream(path, size === 0 ? {} : { end: size - 1 }), entry)
    }
    tar.finalize()
  }
  fill().catch((error: unknown) => tar.destroy(error instanceof Error ? error : new Error(String(error))))
  // Its types do not tell that it gives bytes only.
  return tar as AsyncIterable<Uint8Array>
}
