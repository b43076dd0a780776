// The manifest of a backup: its last entries, without which it is incomplete.
import { AppError } from '../../error/index.ts'
import type { DatabaseKind } from '../../state/index.ts'
import type { RowKind } from '../../store/index.ts'
import { isObject } from '../../util/index.ts'

/** The backup format that this program writes, and the newest that it reads. */
export const BACKUP_FORMAT = 1

/** Name of the description. */
export const MANIFEST = 'manifest.json'

/** Name of the checksum of the description, the last entry of all. */
export const MANIFEST_SUM = 'manifest.sha256'

/** One entry of a backup. */
export interface BackupEntry {
  readonly name: string
  readonly bytes: number
  /** Hexadecimal. */
  readonly sha256: string
  /** Rows of a table or of records; absent for files. */
  readonly rows?: number
}

/** The accounts of a backup. */
export interface BackupState {
  readonly kind: DatabaseKind
  readonly schemaVersion: number
  readonly counters: Readonly<Record<string, number>>
  readonly rows: Readonly<Record<string, number>>
}

/** The manifest. */
export interface Manifest {
  readonly format: number
  /** Version of the program that made it. */
  readonly program: string
  /** ISO 8601, UTC. */
  readonly created: string
  /** Whether the server's secret is included, was a setting, or did not exist. */
  readonly secret: 'file' | 'setting' | 'none'
  /** The name of the data directory among those that share a state database. */
  readonly place: string | null
  readonly state: BackupState | null
  /** The damage of the records when the backup was made; absent without damage. */
  readonly damage?: string
  readonly records: {
    readonly schemaVersion: number
    readonly rows: Readonly<Record<RowKind, number>>
    readonly columns: Readonly<Partial<Record<RowKind, readonly string[]>>>
  }
  readonly entries: readonly BackupEntry[]
}

/** Parses the manifest. Fails with `input` for an invalid one, or one in a newer format. */
export function readManifest(bytes: Uint8Array, where: string): Manifest {
  const manifest = parse(bytes)
  if (manifest === undefined) throw damaged(where, 'its description cannot be read')
  if (manifest.format <= BACKUP_FORMAT) return manifest
  throw new AppError(
    'input',
    `\`${where}\` was made by Periplus ${manifest.program}, in a form that this version does not know: restore it with that version`,
  )
}

function parse(bytes: Uint8Array): Manifest | undefined {
  try {
    const manifest = JSON.parse(Buffer.from(bytes).toString('utf8')) as unknown
    return isManifest(manifest) ? manifest : undefined
  } catch {
    return undefined
  }
}

/** Whether a text from a file that anybody may have written has what a restore uses. A newer format may have other members. */
function isManifest(value: unknown): value is Manifest {
  if (!isObject(value) || typeof value['format'] !== 'number') return false
  if (value['format'] > BACKUP_FORMAT) return typeof value['program'] === 'string'
  const { program, created, place, state, records, entries } = value
  return (
    [program, created].every((one) => typeof one === 'string') &&
    (place === null || typeof place === 'string') &&
    (state === null || (isObject(state) && isCounted(state, ['counters', 'rows']))) &&
    isObject(records) &&
    isCounted(records, ['rows']) &&
    isObject(records['columns']) &&
    Object.values(records['columns']).every(isTexts) &&
    Array.isArray(entries) &&
    entries.every(isEntry)
  )
}

/** Whether it has the version of a schema, and numbers by name in these members. */
function isCounted(value: Readonly<Record<string, unknown>>, members: readonly string[]): boolean {
  const isNumbers = (one: unknown) => isObject(one) && Object.values(one).every(Number.isSafeInteger)
  return Number.isSafeInteger(value['schemaVersion']) && members.every((name) => isNumbers(value[name]))
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function isEntry(value: unknown): boolean {
  if (!isObject(value)) return false
  const { name, bytes, sha256, rows } = value
  return (
    [name, sha256].every((one) => typeof one === 'string') &&
    Number.isSafeInteger(bytes) &&
    (rows === undefined || Number.isSafeInteger(rows))
  )
}

/** The error for a backup that differs from what was written. */
export function damaged(where: string, reason: string, cause?: unknown): AppError {
  return new AppError('input', `the backup \`${where}\` is damaged: ${reason}; nothing was changed`, {
    cause,
  })
}
