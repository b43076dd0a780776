// Names of backups in a directory of them: by time, so that the newest is the last in order.
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../error/index.ts'

const NAME = /^periplus-\d{8}T\d{6}Z\.tar$/

/** The file to write: the one that was named, or in a directory a new one named by time. */
export function backupFile(out: string, now: number): string {
  if (!isDirectory(out)) {
    if (!existsSync(out)) return out
    throw new AppError('input', `\`${out}\` exists already; choose another name, or a directory`)
  }
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return join(out, `periplus-${time}.tar`)
}

/** The backup to read: the one that was named, or in a directory the newest. */
export function findBackup(path: string): string {
  if (!existsSync(path)) throw new AppError('input', `there is no backup \`${path}\``)
  if (!isDirectory(path)) return path
  const newest = backupsIn(path).at(-1)
  if (newest !== undefined) return join(path, newest)
  throw new AppError('input', `no backup \`periplus-….tar\` is in \`${path}\``)
}

/** Removes all but the newest backups of a directory; returns what went. */
export function keepNewest(directory: string, keep: number): readonly string[] {
  const old = backupsIn(directory).slice(0, -keep)
  for (const name of old) rmSync(join(directory, name), { force: true })
  return old
}

function backupsIn(directory: string): readonly string[] {
  return readdirSync(directory)
    .filter((name) => NAME.test(name))
    .sort()
}

/** Whether a path is a directory. */
export function isDirectory(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory()
}
