// What one upload contains: a file, standard input, or a tar of folders and files, since some sources are whole folders, and the
// paths of one command make one import.
import { createReadStream } from 'node:fs'
import { basename, relative, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pack } from 'tar-stream'
import { stat } from 'node:fs/promises'
import type { Upload } from '../../../client/src/index.ts'
import { filesBelow, findFiles, type FoundFile, STANDARD_INPUT } from '../../importer/index.ts'

/** The uploads for the paths of a command, in order. Fails with `input` where a path cannot be read. */
export async function uploadsOf(
  paths: readonly string[],
  { together }: { readonly together: boolean },
): Promise<readonly Upload[]> {
  if (together && paths.length > 1 && !paths.includes(STANDARD_INPUT)) return [await uploadTogether(paths)]
  const uploads: Upload[] = []
  for (const path of paths) uploads.push(await uploadOf(path))
  return uploads
}

/** All paths as one tar; paths are checked first, so that a wrong one fails before anything is sent. */
async function uploadTogether(paths: readonly string[]): Promise<Upload> {
  await findFiles(paths, [])
  return { name: `${paths.length} paths.tar`, open: () => tarOf(paths) }
}

async function uploadOf(path: string): Promise<Upload> {
  if (path === STANDARD_INPUT)
    return { name: 'standard input', modified: Date.now(), once: true, open: () => process.stdin }
  const status = await stat(path).catch(() => undefined)
  if (status?.isDirectory()) return { name: `${basename(resolve(path))}.tar`, open: () => tarOf([path]) }
  const [file] = await findFiles([path], [])
  return {
    name: basename(path),
    size: file?.size,
    modified: file?.modified,
    // A pipe can be read only once.
    once: file?.size === undefined,
    open: () => createReadStream(path),
  }
}

/** The files and the contents of the folders as one tar, always in the same order. */
function tarOf(paths: readonly string[]): AsyncIterable<Uint8Array> {
  const tar = pack()
  const fill = async (): Promise<void> => {
    for await (const { path, name, size = 0, modified = 0 } of entriesOf(paths)) {
      const entry = tar.entry({ name, size, mtime: new Date(modified) })
      // A file that grows meanwhile is sent with its original length.
      await pipeline(createReadStream(path, size === 0 ? {} : { end: size - 1 }), entry)
    }
    tar.finalize()
  }
  fill().catch((error: unknown) => tar.destroy(error instanceof Error ? error : new Error(String(error))))
  // Its types do not say that it yields only bytes.
  return tar as AsyncIterable<Uint8Array>
}

/** The files with their names in the tar; with several paths each gets a folder of its own, so that all names differ. */
async function* entriesOf(paths: readonly string[]): AsyncGenerator<FoundFile & { readonly name: string }> {
  for (const [index, path] of paths.entries()) {
    const isFolder = (await stat(path)).isDirectory()
    const files = isFolder ? filesBelow(path, []) : await findFiles([path], [])
    for await (const file of files) {
      const inner = isFolder ? relative(path, file.path).replaceAll(sep, '/') : basename(path)
      const folder = isFolder ? `${index + 1}-${basename(resolve(path))}` : `${index + 1}`
      yield { ...file, name: paths.length === 1 ? inner : `${folder}/${inner}` }
    }
  }
}
