// Writes a whole data directory to one file while a server uses it. Accounts come first and records last: a checkpoint of an
// import, or a finished task, never refers to missing records.
import { AppError } from '../../error/index.ts'
import { KEPT_NAMES, openSnapshot, type StateOptions } from '../../state/index.ts'
import { describeDamage, type RowKind, type StoredRows, type StoreInfo } from '../../store/index.ts'
import { verifyArchive } from './archive-reader.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { type BackupFile, encryptionTo } from './encryption.ts'
import { addFiles, type BackupPaths } from './files.ts'
import { BACKUP_FORMAT, type BackupState, type Manifest } from './manifest.ts'

/** The sources of a backup. */
export interface BackupSource {
  /** Version of this program. */
  readonly program: string
  /** The accounts; undefined if there are none yet. */
  readonly state: StateOptions | undefined
  readonly paths: BackupPaths
  readonly place: string | null
  readonly secret: Manifest['secret']
  readonly records: {
    readonly info: () => Promise<StoreInfo>
    readonly dump: (signal?: AbortSignal) => AsyncIterable<StoredRows>
  }
}

/** The progress of a backup. */
export interface BackupProgress {
  readonly step: 'accounts' | 'files' | 'records' | 'checking'
  readonly records: number
  /** Share done, 0 to 1. */
  readonly share: number
}

/** A finished backup. */
export interface BackupSummary {
  readonly file: string
  readonly bytes: number
  readonly records: number
  readonly accounts: number
  readonly secret: Manifest['secret']
  /** To how many public keys it is encrypted; 0: it is not. */
  readonly recipients: number
  /** Damage of the records. */
  readonly damage?: string
}

/** Options for making a backup. */
interface BackupOptions {
  readonly now: () => number
  readonly onProgress?: (progress: BackupProgress) => void
  readonly signal?: AbortSignal
  /** Whether to write a backup even without any account, or of damaged records. */
  readonly force?: boolean | undefined
  /** Public keys of age; the backup is encrypted to all of them, and to nobody when there is none. */
  readonly recipients?: readonly string[]
}

const ROWS_OF_ENTRY = 20_000

/**
 * Writes a backup and reads it back; a file with the final name is complete and verified. Removes everything when it fails or is
 * stopped.
 */
export async function makeBackup(
  path: string,
  source: BackupSource,
  { now, signal, force = false, onProgress = () => {}, recipients = [] }: BackupOptions,
): Promise<BackupSummary> {
  const encryption = recipients.length === 0 ? undefined : encryptionTo(recipients)
  const damage = describeDamage(await source.records.info())
  if (damage !== undefined && !force) throw damagedRecords(damage)
  const created = new Date(now()).toISOString()
  const archive = new ArchiveWriter(path, encryption)
  try {
    onProgress({ step: 'accounts', records: 0, share: 0 })
    const state = source.state === undefined ? null : await addState(archive, source.state, signal)
    if (!force) refuseWithoutAccounts(state)
    onProgress({ step: 'files', records: 0, share: 0 })
    await addFiles(archive, source.paths)
    signal?.throwIfAborted()
    const records = await addRecords(archive, source, onProgress, signal)
    const { program, place, secret } = source
    const facts = { format: BACKUP_FORMAT, program, created, secret, place, state, damage, records }
    await archive.finish(facts)
    const written = { path, identities: encryption && [encryption.identity] }
    await check(written, archive, records.rows.records, onProgress, signal)
    const accounts = state?.rows.account ?? 0
    const rows = records.rows.records
    return {
      file: path,
      bytes: archive.bytes,
      records: rows,
      accounts,
      secret,
      recipients: new Set(recipients).size,
      ...(damage !== undefined && { damage }),
    }
  } catch (error) {
    await archive.abandon()
    throw error
  }
}

/** A server restored from a backup without accounts would be unusable, which would be noticed only in an emergency. */
function refuseWithoutAccounts(state: BackupState | null): void {
  if ((state?.rows.account ?? 0) > 0) return
  throw new AppError(
    'input',
    'there is no account to back up, so nothing was written: where the accounts are in PostgreSQL, give this command the settings of the server (state.url); `--force` writes a backup without accounts',
  )
}

function damagedRecords(damage: string): AppError {
  return new AppError(
    'input',
    `${damage}: run \`periplus doctor\`; \`--force\` writes a backup of what is left`,
  )
}

async function addState(
  archive: ArchiveWriter,
  options: StateOptions,
  signal: AbortSignal | undefined,
): Promise<BackupState> {
  const snapshot = await openSnapshot(options)
  try {
    const rows: Record<string, number> = {}
    for (const table of KEPT_NAMES) {
      const pieces = gather(snapshot.rows(table), ROWS_OF_ENTRY)
      let entry = 0
      let count = 0
      for await (const piece of pieces) {
        signal?.throwIfAborted()
        const lines = piece.map((row) => `${JSON.stringify(row)}\n`).join('')
        await archive.addRows(entryName(`state/${table}`, ++entry), Buffer.from(lines), piece.length)
        count += piece.length
      }
      rows[table] = count
    }
    const { kind, schemaVersion, counters } = snapshot
    return { kind, schemaVersion, counters, rows }
  } finally {
    await snapshot.close()
  }
}

async function* gather<Row>(pieces: AsyncIterable<readonly Row[]>, size: number): AsyncGenerator<Row[]> {
  let rows: Row[] = []
  for await (const piece of pieces) {
    rows.push(...piece)
    if (rows.length < size) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

async function addRecords(
  archive: ArchiveWriter,
  { records }: BackupSource,
  onProgress: (progress: BackupProgress) => void,
  signal: AbortSignal | undefined,
): Promise<Manifest['records']> {
  const { records: total, schemaVersion } = await records.info()
  const rows: Record<RowKind, number> = { records: 0 }
  const columns: Partial<Record<RowKind, readonly string[]>> = {}
  let entry = 0
  for await (const piece of records.dump(signal)) {
    signal?.throwIfAborted()
    await archive.addRows(entryName(piece.kind, ++entry), piece.lines, piece.count)
    rows[piece.kind] += piece.count
    columns[piece.kind] = piece.columns
    const share = total === 0 ? 0 : Math.min(1, rows.records / total) * 0.8
    onProgress({ step: 'records', records: rows.records, share })
  }
  return { schemaVersion, rows, columns }
}

async function check(
  written: BackupFile,
  archive: ArchiveWriter,
  records: number,
  onProgress: (progress: BackupProgress) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  let read = 0
  try {
    const onBytes = (bytes: number): void => {
      read += bytes
      onProgress({ step: 'checking', records, share: 0.8 + 0.2 * (read / Math.max(1, archive.bytes)) })
    }
    await verifyArchive(written, { onBytes, signal })
  } catch (cause) {
    await archive.remove()
    signal?.throwIfAborted()
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new AppError('input', `the backup failed its verification and was removed: ${reason}`, { cause })
  }
}

function entryName(kind: string, number: number): string {
  return `${kind}/${String(number).padStart(6, '0')}.ndjson.zst`
}
