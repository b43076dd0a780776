// The path of a backup's entry in a data directory. Names come from an untrusted file, so no name may lead outside that directory.
import { join } from 'node:path'
import { type BackupPaths, FILE_NAMES, FOLDER_NAMES } from './files.ts'

const FOLDERS = [...FOLDER_NAMES, 'feeds'] as const

/** The path of an entry; undefined for a name that no backup contains. */
export function pathOfEntry(name: string, paths: BackupPaths): string | undefined {
  const [files, first, ...rest] = name.split('/')
  if (files !== 'files') return undefined
  const file = FILE_NAMES.find((name) => name === first)
  if (file !== undefined) return rest.length === 0 ? paths[file] : undefined
  const folder = FOLDERS.find((name) => name === first)
  if (folder === undefined || rest.length === 0 || !rest.every(isPlainName)) return undefined
  return join(paths[folder], ...rest)
}

function isPlainName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[\0\\]/.test(name)
}
