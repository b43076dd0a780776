// The file of a screenshot that a tool names: tools write paths of the machine and folder they ran in, while the picture lies below the
// input. Only the last parts of the path count, and only files below the folder of the input are read.
import type { StoredScreenshot } from '../asset/index.ts'
import type { Input } from './importer.ts'

/** Parts of a path that are looked for together; httpx writes `output/screenshot/HOST/NAME`. */
const MOST_PARTS = 4
/** The folders in which tools keep screenshots by default. */
const FOLDERS = ['', 'screenshots/', 'screenshot/', 'screens/', 'output/screenshot/'] as const

/** The bytes of a screenshot, at most one more than `limit`; undefined where there is no such file. */
export async function findScreenshot(
  { path }: StoredScreenshot,
  { beside }: Pick<Input, 'beside'>,
  limit: number,
): Promise<Uint8Array | undefined> {
  for (const candidate of candidatesOf(path)) {
    const bytes = await beside(candidate, limit + 1)
    if (bytes !== undefined) return bytes
  }
  return undefined
}

/** Paths that may be meant, the longest first. */
function candidatesOf(path: string): readonly string[] {
  const parts = path.split(/[\\/]/).filter((part) => part !== '' && part !== '.')
  if (parts.length === 0 || parts.includes('..')) return []
  const kept = parts.slice(-MOST_PARTS)
  const ends = kept.map((_, index) => kept.slice(index).join('/'))
  // A file that is named alone may be in a folder that the tool does not name.
  const last = parts.length <= 2 ? FOLDERS.map((folder) => `${folder}${parts.join('/')}`) : []
  return [...new Set([...ends, ...last])]
}
