// The path of a backup's entry in a data directory. Names come from an untrusted file, so no name may lead outside that directory.
import { join } from 'node:path'
import { type BackupPlaces, FILE_PLACES, FOLDER_PLACES } from './files.ts'

const FOLDERS = [...FOLDER_PLACES, 'feeds'] as const

/** The path of an entry; undefined for a name that no backup contains. */
export function placeOfEntry(name: string, places: BackupPlaces): string | undefined {
  const [files, first, ...rest] = name.split('/')
  if (files !== 'files') return undefined
  const file = FILE_PLACES.find((place) => place === first)
  if (file !== undefined) return rest.length === 0 ? places[file] : undefined
  const folder = FOLDERS.find((place) => place === first)
  if (folder === undefined || rest.length === 0 || !rest.every(isPlainName)) return undefined
  return join(places[folder], ...rest)
}

function isPlainName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[\0\\]/.test(name)
}
