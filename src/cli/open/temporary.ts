// The temporary directories of `periplus open`: each is locked by its process, and removed at its end or, after a crash, by the next `open`.
import { lstatSync, mkdtempSync, readdirSync, rmSync, type Stats } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { isAbandoned, lockDirectory } from '../../disk/index.ts'

/** The temporary directory of one server; only its user can read it. */
export interface Temporary {
  /** Holds the records, where they are not kept. */
  readonly data: string
  /** The file that a browser is started with. */
  readonly page: string
  readonly remove: () => void
}

const PREFIX = 'periplus-open-'
const NAME = /^periplus-open-[A-Za-z0-9]{6}$/

/** Creates a temporary directory, which this process holds until it removes it. The browser's file may lie in another folder. */
export function createTemporary(pageFolder: string | undefined): Temporary {
  const directory = mkdtempSync(join(tmpdir(), PREFIX))
  lockDirectory(directory)
  const page =
    pageFolder === undefined ? join(directory, 'open.html') : join(pageFolder, `${basename(directory)}.html`)
  return {
    data: join(directory, 'data'),
    page,
    remove: () => {
      rmSync(page, { force: true })
      remove(directory)
    },
  }
}

/** Removes the directories that processes of this user left when they were killed. */
export function removeAbandoned(): void {
  for (const name of namesIn(tmpdir())) removeIfAbandoned(join(tmpdir(), name))
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory).filter((name) => NAME.test(name))
  } catch {
    // A temporary directory that may be written to and not listed: nothing is found in it.
    return []
  }
}

function removeIfAbandoned(directory: string): void {
  try {
    if (isOwn(lstatSync(directory)) && isAbandoned(directory)) remove(directory)
  } catch {
    // Another `open` removes it, or its files cannot be removed: neither concerns the scan that is shown now.
  }
}

/** Whether it is a directory, and no symbolic link, that this user made for nobody else. */
function isOwn(stats: Stats): boolean {
  return stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & 0o077) === 0
}

/** The lock goes last: a removal that is interrupted is finished by the next `open`. */
function remove(directory: string): void {
  const names = readdirSync(directory).filter((name) => name !== 'lock')
  for (const name of names) rmSync(join(directory, name), { recursive: true, force: true })
  rmSync(directory, { recursive: true, force: true })
}
