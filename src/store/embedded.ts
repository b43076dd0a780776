// The store on the embedded engine: one data directory, one process, nothing to set up.
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from '../sql/index.ts'
import { countDetached, countRecords } from './damage.ts'
import { dumpRows, loadRows } from './dump.ts'
import { EmbeddedEngine, type Engine, type EngineOptions } from './engine/index.ts'
import { examineTables } from './examine.ts'
import { ExpectedCount } from './expected-count.ts'
import { lockDirectory } from '../lock/index.ts'
import { observe } from './observe.ts'
import { Aggregator, Follower, Generation, Reader, TUNING, type Tuning } from './read/index.ts'
import { removeMatches } from './remove.ts'
import { migrate, refuseNewer, SCHEMA_VERSION } from './schema/index.ts'
import type { Store, StoreInfo } from './store.ts'
import { countHours, readSpan, tallyRows } from './tally.ts'
import { Journal } from './write/journal.ts'
import { Visibility } from './write/visibility.ts'
import { deleteReplaced, Writer } from './write/writer.ts'

/** Limits of an embedded store; each has a default. */
export interface EmbeddedOptions extends Partial<EngineOptions> {
  readonly tuning?: Partial<Tuning>
}

const GIBIBYTE = 1024 ** 3

const DEFAULTS: EngineOptions = {
  maxExecutionSeconds: 30,
  maxQueryMemoryBytes: 0.5 * GIBIBYTE,
  maxMemoryBytes: GIBIBYTE,
  sessions: 6,
}

/**
 * Opens the store in a directory, which is made when it is missing. A process has at most one open. Fails with code `input` when
 * another process has the directory, or a newer version of this program wrote it.
 */
export async function openEmbeddedStore(directory: string, options: EmbeddedOptions = {}): Promise<Store> {
  const path = resolve(directory)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const unlock = lockDirectory(path)
  let engine: Engine | undefined
  try {
    refuseNewer(path)
    engine = new EmbeddedEngine(join(path, 'engine'), { ...DEFAULTS, ...options })
    await migrate(engine, path)
    return await assemble(engine, path, unlock, { ...TUNING, ...options.tuning })
  } catch (error) {
    await engine?.close()
    unlock()
    throw error
  }
}

async function assemble(engine: Engine, path: string, unlock: () => void, tuning: Tuning): Promise<Store> {
  const journal = new Journal(path)
  const visibility = new Visibility()
  const generation = new Generation(engine)
  const writer = new Writer(engine, journal, visibility, generation)
  const reader = new Reader(engine, visibility, generation, tuning)
  const follower = new Follower(engine, reader, visibility)
  const aggregator = new Aggregator(engine, reader, visibility, generation)
  await finishWrite(engine, journal)
  const expected = new ExpectedCount(path, await countRecords(engine))
  return {
    write: async (records) => {
      const result = await writer.write(records)
      expected.added(result.added)
      return result
    },
    page: (request) => reader.page(request),
    follow: (request) => follower.follow(request),
    count: (selection, signal) => reader.count(selection, signal),
    facets: (request) => aggregator.facets(request),
    times: (selection, seconds, signal) => aggregator.times(selection, seconds, signal),
    pick: (request) => aggregator.pick(request),
    values: (request) => aggregator.values(request),
    networkNames: (numbers, signal) => aggregator.networkNames(numbers, signal),
    scan: (request) => reader.scan(request),
    remove: (selection, signal) =>
      writer.change(() => removeMatches(engine, selection, signal, (matches) => expected.removing(matches))),
    observe: (ips, options) => observe(engine, ips, visibility.condition, options),
    dump: (signal) => dumpRows(engine, writer, visibility, signal),
    hours: () => countHours(engine),
    tally: (kind, span) => tallyRows(engine, kind, span),
    read: (kind, span, signal) => readSpan(engine, kind, span, signal),
    load: async (rows) => {
      await writer.change(() => loadRows(engine, rows))
      if (rows.kind === 'records') expected.added(rows.count)
    },
    info: () => readInfo(engine, expected),
    examine: async (thorough) => ({ ...(await examineTables(engine, thorough)), missing: expected.missing }),
    close: async () => {
      await writer.exclusive(async () => {
        expected.close(await countRecords(engine, visibility.condition).catch(() => undefined))
        await engine.close()
      })
      unlock()
    },
  }
}

/** Ends what a stop cut in half: the older rows of its identities go, as they would have. */
async function finishWrite(engine: Engine, journal: Journal): Promise<void> {
  const writeId = journal.unfinished()
  if (writeId === undefined) return
  await engine.command(deleteReplaced(writeId))
  journal.end()
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
