// Names of backups in a directory: ordered by time, so that the newest is the last.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../error/index.ts'

const NAME = /^periplus-\d{8}T\d{6}Z\.tar(?:\.age)?$/

/** The file to write: the named file, or in a directory a new one named by time. */
export function backupFile(out: string, now: number, isEncrypted: boolean): string {
  if (!isDirectory(out)) {
    if (!existsSync(out)) return out
    throw new AppError('input', `\`${out}\` exists already; choose another name, or a directory`)
  }
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return join(out, `periplus-${time}.tar${isEncrypted ? '.age' : ''}`)
}

/** The backup to read: the named file, or in a directory the newest, if possible of undamaged records. */
export async function findBackup(path: string): Promise<string> {
  if (!existsSync(path)) throw new AppError('input', `there is no backup \`${path}\``)
  if (!isDirectory(path)) return path
  const files = backupsIn(path).map((name) => join(path, name))
  const newest = (await newestUndamaged(files)) ?? files.at(-1)
  if (newest !== undefined) return newest
  throw new AppError('input', `no backup \`periplus-….tar\` or \`periplus-….tar.age\` is in \`${path}\``)
}

/** The names of the backups of a directory, oldest first. */
export function backupsIn(directory: string): readonly string[] {
  return readdirSync(directory)
    .filter((name) => NAME.test(name))
    .sort()
}

async function newestUndamaged(files: readonly string[]): Promise<string | undefined> {
  const { describeBackup } = await import('../../service/backup/index.ts')
  for (const file of files.toReversed()) {
    const manifest = await describeBackup(file)
    // The check reports an unreadable one.
    if (manifest === undefined || manifest.damage === undefined) return file
  }
  return undefined
}

/** Whether a path is a directory. */
export function isDirectory(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory()
}
