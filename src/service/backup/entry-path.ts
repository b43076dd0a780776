// The path of a backup's entry in a data directory. Names come from an untrusted file, so no name may lead outside that directory.
import { dirname, join } from 'node:path'
import { KEPT_NAMES, tableIn } from '../../state/index.ts'
import { type BackupPaths, FILE_NAMES, FOLDER_NAMES } from './files.ts'

const FOLDERS = [...FOLDER_NAMES, 'feeds'] as const

/** The path of an entry; undefined for a name that no backup contains. */
export function pathOfEntry(name: string, paths: BackupPaths): string | undefined {
  const place = placeOfFile(name)
  return place && join(paths[place.in], ...place.rest)
}

interface Place {
  readonly in: keyof BackupPaths
  readonly rest: readonly string[]
}

function placeOfFile(name: string): Place | undefined {
  const [files, first, ...rest] = name.split('/')
  if (files !== 'files') return undefined
  const file = FILE_NAMES.find((name) => name === first)
  if (file !== undefined) return rest.length === 0 ? { in: file, rest } : undefined
  const folder = FOLDERS.find((name) => name === first)
  if (folder === undefined || rest.length === 0 || !rest.every(isPlainName)) return undefined
  return { in: folder, rest }
}

/** The tables of every schema version, and the records, of which earlier versions also wrote superseded content. */
const ROWS: ReadonlySet<string> = new Set([
  ...[...KEPT_NAMES, ...KEPT_NAMES.map((name) => tableIn(0, name))].map((table) => `state/${table}`),
  'records',
  'dormant',
])

/** Why a backup cannot have these entries in this order; undefined if it can. */
export function refusedEntry(names: readonly string[]): string | undefined {
  const all = new Set(names)
  const complete = new Set<string>()
  let latest = ''
  for (const name of names) {
    const group = groupOf(name)
    if (group === undefined) return `\`${name}\` has no place in a data directory`
    if (all.has(dirname(name))) return `\`${name}\` is inside another file`
    if (group === latest) continue
    // A restore reads tables one by one, up to the first entry that is none.
    if (
      group.startsWith('state/') &&
      (complete.has(group) || complete.has('files') || complete.has('records'))
    )
      return `\`${name}\` is behind what it should precede`
    complete.add(group)
    latest = group
  }
  return undefined
}

/** What an entry belongs to: a table, the records or the files. */
function groupOf(name: string): string | undefined {
  if (placeOfFile(name) !== undefined) return 'files'
  const group = dirname(name)
  return ROWS.has(group) && /^\d+\.ndjson\.zst$/.test(name.slice(group.length + 1)) ? group : undefined
}

function isPlainName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[\0\\]/.test(name)
}
