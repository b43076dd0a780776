// Checks the data directory: its permissions, its owner, and whether it is complete.
import { accessSync, constants, existsSync, lstatSync, readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { error, type Finding, ok, warning } from './finding.ts'

/** The checked paths. */
interface DirectoryPaths {
  readonly directory: string
  /** Files that other users must not read. */
  readonly secrets: readonly string[]
  /** Exists while a restore is unfinished. */
  readonly restoring: string
}

/** Checks permissions and completeness. `user` is the user of this process, undefined if the system has none. */
export function checkDirectory(paths: DirectoryPaths, user = process.getuid?.()): Finding[] {
  const { directory, secrets, restoring } = paths
  const about = statSync(directory)
  if (existsSync(restoring))
    return [
      error(
        'directory',
        `a restore into ${directory} was not finished`,
        'run the same `periplus restore` again',
      ),
    ]
  const open = [directory, ...secrets].filter((path) => existsSync(path) && isOpen(statSync(path)))
  if (open.length > 0)
    return [warning('directory', `other users may read ${open.join(', ')}`, `chmod -R go= ${directory}`)]
  if (user !== undefined && user !== 0 && about.uid !== user)
    return [
      error(
        'directory',
        `${directory} belongs to user ${about.uid}, not ${user}`,
        `chown -R ${user} ${directory}`,
      ),
    ]
  const found = [...writable('directory', directory), ...foreignFiles(directory, about.uid)]
  return found.length > 0 ? found : [ok('directory', `${directory}, closed to other users`)]
}

/** Whether this user can write to a directory on this disk; empty if so. */
export function writable(check: string, directory: string): Finding[] {
  try {
    accessSync(directory, constants.W_OK)
    return []
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    return [
      error(
        check,
        `${directory} cannot be written (${code})`,
        'check that its disk is mounted for writing, and who owns it',
      ),
    ]
  }
}

/** How deep files of another user are searched: the files of the program, and the folders of the engine. */
const DEPTH = 3

function foreignFiles(directory: string, owner: number): Finding[] {
  const foreign = filesOf(directory, DEPTH).filter((path) => (uidOf(path) ?? owner) !== owner)
  const [first] = foreign
  if (first === undefined) return []
  const others = foreign.length > 1 ? ` and ${foreign.length - 1} more` : ''
  return [
    error(
      'directory',
      `${first}${others} belong to another user than the data directory`,
      `run commands as the user of the server, and now: chown -R ${owner} ${directory}`,
    ),
  ]
}

function filesOf(directory: string, depth: number): readonly string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name)
    if (!entry.isDirectory() || depth <= 1) return [path]
    return [path, ...readable(path, depth - 1)]
  })
}

/** A folder of another user may be unreadable. */
function readable(directory: string, depth: number): readonly string[] {
  try {
    return filesOf(directory, depth)
  } catch {
    return []
  }
}

/** A file that was removed meanwhile has no owner. */
function uidOf(path: string): number | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.uid
}

function isOpen(about: Stats): boolean {
  return (about.mode & 0o077) !== 0
}

/** When files of a directory were last written, in milliseconds, down to one level below it. */
export function newestTimes(directory: string): readonly number[] {
  return readdirSync(directory).flatMap((name) => {
    const found = statSync(join(directory, name), { throwIfNoEntry: false })
    return found === undefined ? [] : [found.mtimeMs]
  })
}
