// The implementations of the store, so that one set of cases runs against each of them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import {
  type EmbeddedOptions,
  openEmbeddedStore,
  openServerStore,
  type ServerOptions,
  type Store,
} from '../../src/store/index.ts'
import { parseServers } from '../../src/util/index.ts'
import { type Clickhouse, NO_CLICKHOUSE, startClickhouse } from './clickhouse.ts'
import { LONG } from './long.ts'

/** Options that every implementation has. */
export type CommonOptions = Pick<EmbeddedOptions & ServerOptions, 'tuning' | 'maxQueryMemoryBytes'>

/** Opens an empty store. The caller closes it. */
export type OpenStore = (options?: CommonOptions) => Promise<Store>

interface Running {
  readonly open: OpenStore
  readonly stop: () => Promise<void>
}

/** Facts about the engine for its cases. */
export interface EngineFacts {
  /** Share of the generated cases to run: the ways to answer are chosen before the engine is called, so some engines need fewer. */
  readonly share: number
}

interface EngineUnderTest extends EngineFacts {
  readonly name: EngineName
  /** Why it is not tested here; undefined when it is. */
  readonly absent: string | undefined
  readonly start: () => Promise<Running>
}

const ENGINES: readonly EngineUnderTest[] = [
  { name: 'embedded', share: 1, absent: undefined, start: startEmbedded },
  { name: 'one server', share: 0.1, absent: NO_CLICKHOUSE, start: () => startServers(1, 1) },
  {
    name: 'a cluster of two shards',
    share: 0.1,
    absent: NO_CLICKHOUSE,
    start: () => startServers(2, 1),
  },
]

/** Engines by their names. */
export type EngineName = 'embedded' | 'one server' | 'a cluster of two shards'

/** For the short run of heavy cases: a cluster does what a single server does, and more. */
export const TWO_ENGINES: readonly EngineName[] = ['embedded', 'a cluster of two shards']

type Cases = (open: OpenStore, facts: EngineFacts) => void

/** Runs cases against the store on every engine. */
export function describeStores(title: string, cases: Cases): void {
  const names = ENGINES.map(({ name }) => name)
  describeStoresOn(names, title, cases)
}

/** Runs cases against the store: on every engine in the long run, on these in the short one. */
export function describeStoresOn(short: readonly EngineName[], title: string, cases: Cases): void {
  const engines = ENGINES.filter(({ name }) => LONG || short.includes(name))
  for (const { name, absent, start, ...facts } of engines)
    describe.skipIf(absent !== undefined)(
      `${title}, ${name}${absent === undefined ? '' : ` (${absent})`}`,
      () => {
        let running: Running | undefined
        beforeAll(async () => {
          running = await start()
        }, 90_000)
        afterAll(() => running?.stop())
        cases((options) => {
          if (running === undefined) throw new Error('the engine has not been started')
          return running.open(options)
        }, facts)
      },
    )
}

async function startEmbedded(): Promise<Running> {
  const directory = mkdtempSync(join(tmpdir(), 'periplus-store-'))
  let count = 0
  return {
    open: (options) => openEmbeddedStore(join(directory, String(++count)), options),
    stop: async () => rmSync(directory, { recursive: true, force: true }),
  }
}

async function startServers(shards: number, replicas: number): Promise<Running> {
  const clickhouse = await startClickhouse(shards, replicas)
  let count = 0
  return {
    open: (options) => openServerStore({ ...serverOptions(clickhouse, `test${++count}`), ...options }),
    stop: () => clickhouse.stop(),
  }
}

/** How to open a store on servers of a test. */
export function serverOptions(clickhouse: Clickhouse, database: string): ServerOptions {
  const servers = parseServers(clickhouse.url(database))
  if (servers === undefined) throw new Error(`no list of servers: ${clickhouse.url(database)}`)
  return { servers, cluster: clickhouse.nodes.length > 1 ? clickhouse.cluster : undefined }
}
