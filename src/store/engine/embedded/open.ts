// The store on the embedded engine: one data directory, one process, no setup.
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { MemoryCommitLog, type OpenCommitLog } from '../../../commit/index.ts'
import { lockDirectory } from '../../../disk/index.ts'
import { sql } from '../../../sql/index.ts'
import { assembleStore } from '../../assemble.ts'
import { Compaction } from './compaction.ts'
import { removeCutDeletions } from './cut-deletions.ts'
import { CutParts } from './cut-parts.ts'
import { countDetached, countRecords } from '../../read/damage.ts'
import { dropEmptyParts } from './empty-parts.ts'
import { EmbeddedEngine, type Engine, type EngineOptions, isShortOfMemory } from '../index.ts'
import { examineTables } from '../../read/examine.ts'
import { ExpectedCount } from './expected-count.ts'
import { restoreLinks } from './links.ts'
import { PartSettings } from './part-settings.ts'
import { Generation, Reader, TUNING, type Tuning, View } from '../../read/index.ts'
import { lostRecords, type RepairedPart, repairParts } from './repair.ts'
import { migrate, refuseNewer, SCHEMA_VERSION, SEEN_AGAIN_COLUMNS, taggedRows } from '../../schema/index.ts'
import type { Store, StoreInfo, StoreReport } from '../../store.ts'
import { type Backend, type NewRows, openWriter, type UnitLimits } from '../../write/index.ts'
import { withWriteListener } from '../../write/write-listener.ts'

/** Limits of an embedded store. Each has a default. */
export interface EmbeddedOptions extends Partial<EngineOptions> {
  readonly tuning?: Partial<Tuning>
  /** The commit log. Without it a crash during a write may leave half of it visible: only for trials and restores. */
  readonly log?: OpenCommitLog | undefined
  readonly unitLimits?: Partial<UnitLimits>
  /** How often it is checked whether parts can be merged because nothing changes, in milliseconds. */
  readonly compactionInterval?: number
  /** Receives messages about the records for the operator. */
  readonly onNotice?: (sentence: string) => void
}

const GIBIBYTE = 1024 ** 3

const DEFAULTS: EngineOptions = {
  maxExecutionSeconds: 30,
  maxQueryMemoryBytes: 0.5 * GIBIBYTE,
  maxMemoryBytes: GIBIBYTE,
  sessions: 6,
}

/**
 * Opens the store in a directory and creates it if necessary. A process opens at most one. Fails with code `input` when another
 * process uses the directory or a newer version of this program wrote it.
 */
export function openEmbeddedStore(directory: string, options: EmbeddedOptions = {}): Promise<Store> {
  return withEngine(directory, options, (engine, path, unlock) => open(engine, path, options, unlock))
}

/** The result of a repair. */
export interface RepairReport {
  readonly parts: readonly RepairedPart[]
  /** Records that exist now. */
  readonly records: number
  /** Records that are lost for good and no longer expected. */
  readonly lost: number
}

/** Repairs the store in a directory that no other process uses. Fails like `openEmbeddedStore`. */
export function repairEmbeddedStore(directory: string, options: EmbeddedOptions = {}): Promise<RepairReport> {
  return withEngine(directory, options, async (engine, path, unlock) => {
    const expected = new ExpectedCount(path, await countRecords(engine))
    const parts = await repairParts(engine, join(path, 'unreadable'))
    const records = await countRecords(engine)
    const lost = lostRecords(parts, expected.missing)
    expected.accept(records)
    await engine.close()
    unlock()
    return { parts, records, lost }
  })
}

/** Opens the engine of a directory, runs `work`, and closes it when `work` closes it or fails. */
async function withEngine<Result>(
  directory: string,
  options: EmbeddedOptions,
  work: (engine: Engine, path: string, unlock: () => void) => Promise<Result>,
): Promise<Result> {
  const path = resolve(directory)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const unlock = lockDirectory(path)
  let engine: Engine | undefined
  try {
    refuseNewer(path)
    if (restoreLinks(join(path, 'engine')))
      options.onNotice?.('the records were copied without their symbolic links, which are restored')
    const cut = removeCutDeletions(join(path, 'engine'))
    if (cut > 0)
      options.onNotice?.(
        `${cut} deletions that a full disk had cut off were dropped; they are done again where they are due`,
      )
    engine = new EmbeddedEngine(join(path, 'engine'), { ...DEFAULTS, ...options })
    await migrate(engine, path)
    return await work(engine, path, unlock)
  } catch (error) {
    await engine?.close()
    unlock()
    throw error
  }
}

async function open(
  engine: Engine,
  path: string,
  options: EmbeddedOptions,
  unlock: () => void,
): Promise<Store> {
  const log = options.log?.(await identityOf(engine), true) ?? new MemoryCommitLog()
  const generation = new Generation(engine)
  const view = new View({ log, generation, alone: true })
  await engine.command(`DROP TABLE IF EXISTS ${SEEN_AGAIN}`)
  await engine.command(`CREATE TABLE ${SEEN_AGAIN} (${SEEN_AGAIN_COLUMNS}) ENGINE = Memory`)
  const partSettings = new PartSettings(engine)
  await partSettings.adapt()
  const cutParts = new CutParts(engine, join(path, 'engine'), options.onNotice)
  const writer = await openWriter(
    { backend: backendOf(engine, cutParts, partSettings), log, view, retryTime: RETRY_TIME },
    options,
  )
  const tuning = { ...TUNING, wordListsAfter: WORD_LISTS_AFTER, ...options.tuning }
  const reader = new Reader(engine, { condition: undefined }, generation, tuning)
  const expected = new ExpectedCount(path, await countRecords(engine, view.visible.condition))
  const info = (): Promise<StoreInfo> => readInfo(engine, expected)
  const examine = async (thorough: boolean): Promise<StoreReport> => ({
    ...(await examineTables(engine, thorough)),
    missing: expected.missing,
    differing: [],
  })
  const onRemoving = (matches: number): void => expected.removing(matches)
  const parts = { engine, reader, generation, view, writer, info, examine, onRemoving }
  const isWriting = (): boolean => writer.isWriting
  const compacted = { engine, directory: path, generation, cutParts, isWriting, partSettings }
  const compaction = new Compaction(compacted, options.compactionInterval)
  const store = assembleStore(parts, async () => {
    await compaction.close()
    expected.close(await countRecords(engine, view.visible.condition).catch(() => undefined))
    await engine.close()
    unlock()
  })
  return expecting(store, expected)
}

/** A store that counts added records as expected. */
function expecting(store: Store, expected: ExpectedCount): Store {
  return {
    ...withWriteListener(store, ({ added }) => expected.added(added)),
    load: async (rows) => {
      await store.load(rows)
      if (rows.kind === 'records') expected.added(rows.count)
    },
  }
}

/** Reading the lists of 100,000 records takes a second of processor time: not while an import goes on. */
const WORD_LISTS_AFTER = 1000

/** The id of these records in the commit log, created once. */
async function identityOf(engine: Engine): Promise<string> {
  await engine.command(
    'CREATE TABLE IF NOT EXISTS store_identity (store String, time DateTime) ENGINE = MergeTree ORDER BY time',
  )
  const [[known] = []] = await engine.query<[string]>(
    sql`SELECT store FROM store_identity ORDER BY time LIMIT 1`,
  )
  if (known !== undefined) return known
  const store = randomUUID()
  await engine.command(`INSERT INTO store_identity SELECT '${store}', now()`)
  return store
}

/** One block and one part per insert, so that fewer parts must be merged. */
const WHOLE_INSERT = {
  max_insert_block_size: 1_000_000_000,
  min_insert_block_size_rows: 1_000_000_000,
  min_insert_block_size_bytes: 0,
  input_format_parallel_parsing: 0,
} as const

/** How long a change waits for memory that other statements use (milliseconds). */
const RETRY_TIME = 60_000

/** The table of the records of one unit whose only change is the last-seen time. */
const SEEN_AGAIN = 'seen_again'

const DELETING = { maxExecutionSeconds: 0, settings: { lightweight_deletes_sync: 2 } } as const

function backendOf(engine: Engine, cutParts: CutParts, partSettings: PartSettings): Backend {
  return {
    engine,
    lookup: {},
    probe: 'probe',
    seenAgain: SEEN_AGAIN,
    copy: (statement, settings) =>
      cutParts.during(() => engine.query({ parts: [statement] }, { maxExecutionSeconds: 0, settings })),
    insert: async ({ table, columns, bytes, writeId, foreign = false }: NewRows) => {
      const tagged = taggedRows(table, columns, writeId, foreign)
      await cutParts.during(() => engine.insert({ table, columns, bytes, tagged }, WHOLE_INSERT))
    },
    deleteFrom: async (table, condition) => {
      await partSettings.startReplacing()
      const deletion = sql`DELETE FROM ${{ parts: [table] }} WHERE ${condition(table)}`
      await cutParts.during(() => engine.query(deletion, DELETING))
      await dropEmptyParts(engine, cutParts)
    },
    erase: (table) => engine.command(`ALTER TABLE ${table} APPLY DELETED MASK SETTINGS mutations_sync = 1`),
    // Statements of another process ended with it, and this process waits for its own.
    stopInserts: async () => {},
    mark: async () => {},
    isPassing: isShortOfMemory,
  }
}

async function readInfo(engine: Engine, { missing }: ExpectedCount): Promise<StoreInfo> {
  const [[records = 0, least = 0] = []] = await engine.query<[number, number]>(
    sql`SELECT count(), min(recency) FROM records`,
  )
  const [[bytes = 0] = []] = await engine.query<[number]>(
    sql`SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = currentDatabase()`,
  )
  const [[memory = 0] = []] = await engine.query<[number]>(
    sql`SELECT value FROM system.metrics WHERE metric = 'MemoryTracking'`,
  )
  const newest = records === 0 ? undefined : 4_294_967_295 - least
  const detached = await countDetached(engine)
  return {
    ...{ records, bytesOnDisk: bytes, newest, memory: Number(memory) },
    ...{ schemaVersion: SCHEMA_VERSION, detached, missing },
  }
}
