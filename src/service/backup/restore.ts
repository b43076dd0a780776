// Restores a backup into a data directory: all of it is verified before anything is written, and everything is rolled back on
// failure.
import { randomBytes } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../error/index.ts'
import { readQuery } from '../../query/index.ts'
import {
  type DatabaseKind,
  KEPT_NAMES,
  type KeptRow,
  refuseNewerSnapshot,
  restoreState,
  type StateOptions,
  tableIn,
} from '../../state/index.ts'
import type { Store, StoredRows } from '../../store/index.ts'
import { isObject } from '../../util/index.ts'
import { isRows, type OpenEntry, readAll, readEntries, readRows, verifyArchive } from './archive-reader.ts'
import type { BackupFile } from './encryption.ts'
import { pathOfEntry } from './entry-path.ts'
import type { BackupPaths } from './files.ts'
import { damaged, MANIFEST, type Manifest } from './manifest.ts'
import { withoutPaths } from './settings.ts'
import { unfitting } from './unfitting.ts'

/** The target of a restore. */
export interface RestoreTarget {
  readonly directory: string
  /** A file in the directory until the restore is complete. */
  readonly marker: string
  readonly paths: BackupPaths
  readonly state: StateOptions
  readonly openStore: () => Promise<Store>
}

/** The progress of a restore. */
export interface RestoreProgress {
  readonly records: number
  readonly share: number
}

/** Options for a restore. */
interface RestoreOptions {
  readonly onProgress?: (progress: RestoreProgress) => void
  readonly signal?: AbortSignal
}

/** The result of a restore. */
export interface RestoreSummary {
  readonly created: string
  readonly program: string
  readonly records: number
  readonly accounts: number
  readonly secret: Manifest['secret']
  /** Settings of the backup that name a location, and were left out. */
  readonly droppedSettings: readonly string[]
}

/** Verifies a backup and restores it. Fails with `input`; then nothing has changed. */
export async function restoreBackup(
  archive: BackupFile,
  target: RestoreTarget,
  { onProgress = () => {}, signal }: RestoreOptions = {},
): Promise<RestoreSummary> {
  await refuseFilled(target)
  const manifest = await verifyArchive(archive, { signal })
  if (manifest.state !== null) refuseNewerSnapshot(manifest.state.schemaVersion)
  const again = existsSync(target.marker)
  await clear(target)
  await mkdir(target.directory, { recursive: true, mode: 0o700 })
  await writeFile(target.marker, `${manifest.created}\n`, { mode: 0o600, flush: true })
  try {
    const droppedSettings = await restoreFiles(archive, target, signal)
    await restoreRecords(archive, manifest, target, { onProgress, signal, again })
    const accounts = await restoreAccounts(archive, manifest, target)
    await rm(target.marker)
    const { created, program, secret, records } = manifest
    return { created, program, secret, accounts, records: records.rows.records, droppedSettings }
  } catch (error) {
    await clear(target)
    throw error
  }
}

/** Created by new file systems; contains no data. */
const NOT_OURS: ReadonlySet<string> = new Set(['lost+found'])

async function contentOf({ directory }: RestoreTarget): Promise<string[]> {
  const names = await readdir(directory).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => !NOT_OURS.has(name))
}

/** A directory with the marker contains only an unfinished restore, which starts over. */
async function refuseFilled(target: RestoreTarget): Promise<void> {
  const names = await contentOf(target)
  if (names.length === 0 || names.some((name) => join(target.directory, name) === target.marker)) return
  throw new AppError(
    'input',
    `\`${target.directory}\` is not empty: restore into a new directory, then put it in the place of the old one; nothing was changed`,
  )
}

/** Removes the marker last, so that an interrupted cleanup leaves a directory that is still marked as unfinished. */
async function clear(target: RestoreTarget): Promise<void> {
  for (const name of await contentOf(target)) {
    const path = join(target.directory, name)
    if (path !== target.marker) await rm(path, { recursive: true, force: true })
  }
  await rm(target.marker, { force: true })
}

async function restoreFiles(
  archive: BackupFile,
  { paths }: RestoreTarget,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  let dropped: readonly string[] = []
  for await (const entry of readEntries(archive)) {
    signal?.throwIfAborted()
    if (!entry.name.startsWith('files/')) continue
    const to = pathOfEntry(entry.name, paths)
    if (to === undefined) throw damaged(archive.path, `\`${entry.name}\` has no place in a data directory`)
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    if (to === paths.settings) dropped = await restoreSettings(entry, to, archive.path)
    else await pipeline(entry.content, createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }))
  }
  return dropped
}

/** Maximum size of a file of settings. */
const MOST_SETTINGS = 1024 * 1024

async function restoreSettings(
  { name, content }: OpenEntry,
  to: string,
  path: string,
): Promise<readonly string[]> {
  const { text, dropped } = withoutPaths((await readAll(content, name, path, MOST_SETTINGS)).toString('utf8'))
  await writeFile(to, text, { mode: 0o600, flush: true })
  return dropped
}

async function restoreRecords(
  archive: BackupFile,
  manifest: Manifest,
  target: RestoreTarget,
  { onProgress = () => {}, signal, again }: RestoreOptions & { readonly again: boolean },
): Promise<void> {
  const store = await target.openStore()
  try {
    // Records that an interrupted restore wrote to servers are outside the cleared directory.
    if (again) await empty(store)
    const before = await store.info()
    refuseStore(before.records, before.schemaVersion, manifest.records.schemaVersion)
    await fillStore(archive, manifest, store, { onProgress, signal }).catch(async (error: unknown) => {
      await empty(store).catch(() => {})
      throw error
    })
  } finally {
    await store.close()
  }
}

/** Removes every record; if some remain, the next restore refuses them. */
async function empty(store: Store): Promise<void> {
  if ((await store.info()).records === 0) return
  await store.remove({ query: readQuery('after="1970-01-01"'), since: undefined, now: Date.now() })
}

async function fillStore(
  archive: BackupFile,
  { records, entries }: Manifest,
  store: Store,
  { onProgress = () => {}, signal }: RestoreOptions,
): Promise<void> {
  const { rows, columns } = records
  let done = 0
  for await (const { name, content } of readEntries(archive)) {
    signal?.throwIfAborted()
    // Backups of earlier versions also contain superseded content.
    if (!name.startsWith('records/') || !isRows(name)) continue
    const lines = await readRows(await readAll(content, name, archive.path), name, archive.path)
    const count = entries.find((entry) => entry.name === name)?.rows ?? 0
    const stored: StoredRows = { kind: 'records', columns: columns.records ?? [], count, lines }
    await store.load(stored).catch((error: unknown) => {
      throw unfitting(stored, name, archive.path, error) ?? error
    })
    done += count
    onProgress({ records: done, share: done / Math.max(1, rows.records) })
  }
  const there = (await store.info()).records
  if (there !== rows.records) throw new Error(`${there} records are there after a restore of ${rows.records}`)
}

function refuseStore(records: number, known: number, version: number): void {
  if (version > known)
    throw new AppError(
      'input',
      `the backup's records have schema version ${version}, and this Periplus knows versions up to ${known}: restore it with the version that made it`,
    )
  if (records > 0)
    throw new AppError(
      'input',
      `the record store contains ${records} records already: restore into an empty one`,
    )
}

async function restoreAccounts(
  archive: BackupFile,
  manifest: Manifest,
  target: RestoreTarget,
): Promise<number> {
  const { state } = manifest
  if (state === null) return 0
  const place = manifest.place ?? randomBytes(8).toString('hex')
  if (manifest.place === null && 'url' in target.state)
    await writeFile(target.paths.place, place, { mode: 0o600, flush: true })
  const { schemaVersion, counters } = state
  const counts = await restoreState(target.state, {
    schemaVersion,
    counters,
    rows: (table) => rowsOf(archive, table),
    kindOfJob: (kind, database) => kindOfJob(kind, database, place),
  })
  for (const table of KEPT_NAMES)
    if (counts[table] !== (state.rows[tableIn(schemaVersion, table)] ?? 0))
      throw new Error(`${counts[table]} rows of ${table} were restored`)
  return counts.account
}

async function* rowsOf(archive: BackupFile, table: string): AsyncGenerator<readonly KeptRow[]> {
  const prefix = `state/${table}/`
  let started = false
  for await (const { name, content } of readEntries(archive)) {
    if (!name.startsWith('state/') || name === MANIFEST) return
    if (name.startsWith(prefix)) {
      started = true
      const lines = await readRows(await readAll(content, name, archive.path), name, archive.path)
      yield rowsIn(lines, name, archive.path)
    } else if (started) return
  }
}

/** The rows of a table; anybody may have written them. */
function rowsIn(lines: Buffer, name: string, path: string): KeptRow[] {
  try {
    const text = lines.toString('utf8').trimEnd().replaceAll('\n', ',')
    const rows = JSON.parse(`[${text}]`) as unknown[]
    if (rows.every(isKeptRow)) return rows
  } catch (cause) {
    throw damaged(path, `\`${name}\` cannot be read`, cause)
  }
  throw damaged(path, `\`${name}\` has a row that no table has`)
}

function isKeptRow(row: unknown): row is KeptRow {
  const isValue = (one: unknown) => one === null || typeof one === 'string' || typeof one === 'number'
  return isObject(row) && Object.values(row).every(isValue)
}

/** In SQLite, exports and imports belong to its directory; elsewhere their kind names the directory. */
function kindOfJob(kind: string, database: DatabaseKind, place: string): string {
  if (database === 'sqlite') return kind.endsWith(`@${place}`) ? kind.slice(0, -place.length - 1) : kind
  return kind === 'export' || kind === 'import' ? `${kind}@${place}` : kind
}
