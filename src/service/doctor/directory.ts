// Checks of the data directory: who may read it, who has it, and whether it is whole.
import { existsSync, readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { error, type Finding, ok, warning } from './finding.ts'

/** The paths that are looked at. */
export interface DirectoryPlaces {
  readonly directory: string
  /** Files that nobody else may read. */
  readonly secrets: readonly string[]
  /** There while a restore is unfinished. */
  readonly restoring: string
}

/** Who may read it and whether it is whole. `user` is this process's, undefined where the system has none. */
export function checkDirectory(places: DirectoryPlaces, user = process.getuid?.()): Finding[] {
  const { directory, secrets, restoring } = places
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
  return [ok('directory', `${directory}, closed to other users`)]
}

function isOpen(about: Stats): boolean {
  return (about.mode & 0o077) !== 0
}

/** When files of a directory were last written, milliseconds, as far as one level down. */
export function newestTimes(directory: string): readonly number[] {
  return readdirSync(directory).flatMap((name) => {
    const found = statSync(join(directory, name), { throwIfNoEntry: false })
    return found === undefined ? [] : [found.mtimeMs]
  })
}
