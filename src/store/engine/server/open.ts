// The store on ClickHouse servers: one, or a cluster of shards with replicas.
import { setTimeout as sleep } from 'node:timers/promises'
import { MemoryCommitLog, type OpenCommitLog } from '../../../commit/index.ts'
import { AppError } from '../../../error/index.ts'
import type { ServerList } from '../../../util/index.ts'
import { assembleStore } from '../../assemble.ts'
import { Generation, Reader, TUNING, type Tuning, View } from '../../read/index.ts'
import type { Store } from '../../store.ts'
import { openWriter, type UnitLimits, type Writer } from '../../write/index.ts'
import { openBackend } from './backend.ts'
import { layoutOf, prepareNode } from './discover.ts'
import { Unreachable } from './failure.ts'
import { examineServers, readInfo } from './info.ts'
import { findLacking, identityOf } from './marks.ts'
import { type NodeOptions, ServerNode } from './node.ts'
import { migrateServers } from './schema.ts'
import { Servers } from './servers.ts'

/** The servers and how to use them. */
export interface ServerOptions extends Partial<NodeOptions> {
  readonly servers: ServerList
  /** The cluster's name in the servers' configuration; undefined for a single server. */
  readonly cluster?: string | undefined
  readonly tuning?: Partial<Tuning>
  /** Where changes are logged. Without a log only this process may write. */
  readonly log?: OpenCommitLog | undefined
  readonly unitLimits?: Partial<UnitLimits>
  /** Receives messages about the records for the operator. */
  readonly onNotice?: (sentence: string) => void
  /** How long a change is retried while servers do not answer, in milliseconds. */
  readonly retryTime?: number
  /** How often to look for abandoned units and for servers that lack records, in milliseconds. */
  readonly watchInterval?: number
}

const DEFAULTS: NodeOptions = {
  maxExecutionSeconds: 30,
  maxQueryMemoryBytes: 0.5 * 1024 ** 3,
  connections: 16,
}

/** Each shard sends all rows before the page, a few kilobytes each. */
const READ_OVER = 1000

const RETRY_TIME = 60_000
const WATCH_INTERVAL = 5000

/**
 * Opens the store on servers and creates missing databases and tables. Fails with code `input` when the servers do not match the
 * settings, and with `unavailable` when no server answers or one that is needed to create tables does not.
 */
export async function openServerStore(options: ServerOptions): Promise<Store> {
  const { servers: list, cluster } = options
  if (list.hosts.length > 1 && cluster === undefined)
    throw new AppError('input', 'store.url names several servers, so store.cluster must name their cluster')
  const nodes = list.hosts.map((host) => new ServerNode(list, host, { ...DEFAULTS, ...options }))
  try {
    const servers = await prepare(nodes, options)
    await migrateServers(servers)
    return await assemble(servers, options)
  } catch (error) {
    await Promise.all(nodes.map((node) => node.close()))
    throw error
  }
}

/**
 * Prepares the servers that answer: each has the database and matches the settings. All must answer, unless replicas have their
 * rows.
 */
async function prepare(
  nodes: readonly ServerNode[],
  { servers: list, cluster }: ServerOptions,
): Promise<Servers> {
  const answers = await Promise.all(nodes.map((node) => answersAs(node, list)))
  const answering = nodes.filter((_, index) => answers[index])
  const silent = nodes.filter((_, index) => !answers[index]).map(({ name }) => name)
  if (answering.length === 0) throw new Unreachable(silent.join(', '), undefined)
  const layout = await layoutOf(answering, list.database, cluster, nodes.length)
  if (silent.length > 0 && !layout.replicated) throw new Unreachable(silent.join(', '), undefined)
  return new Servers(nodes, layout)
}

/** Prepares a server; false when it does not answer. */
async function answersAs({ name }: ServerNode, list: ServerList): Promise<boolean> {
  const bare = new ServerNode({ ...list, database: 'default' }, name, DEFAULTS)
  try {
    await prepareNode(bare, list.database)
    return true
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    return false
  } finally {
    await bare.close()
  }
}

async function assemble(servers: Servers, options: ServerOptions): Promise<Store> {
  const identity = await identityOf(servers)
  const log = options.log?.(identity, false) ?? new MemoryCommitLog()
  const generation = new Generation(servers)
  const view = new View({ log, generation, alone: false })
  const retryTime = options.retryTime ?? RETRY_TIME
  const writer = await openWriter({ backend: await openBackend(servers), log, view, retryTime }, options)
  const lacking = await findLacking(servers, (await view.refresh()).committed)
  if (lacking !== undefined) throw new AppError('input', lacking)
  const tuning = { ...TUNING, ...(options.cluster && { readOver: READ_OVER }), ...options.tuning }
  const reader = new Reader(servers, { condition: undefined }, generation, tuning)
  const closing = new AbortController()
  const watching = watch(servers, view, writer, options.watchInterval ?? WATCH_INTERVAL, closing.signal)
  const info = () => readInfo(servers)
  const examine = (thorough: boolean) => examineServers(servers, thorough)
  return assembleStore({ engine: servers, reader, generation, view, writer, info, examine }, async () => {
    closing.abort()
    await watching
    await servers.close()
  })
}

/** Finishes units whose process ended or whose servers were down, and refuses reads while a server lacks rows of the others. */
async function watch(
  servers: Servers,
  view: View,
  writer: Writer,
  interval: number,
  closing: AbortSignal,
): Promise<void> {
  while (!closing.aborted) {
    try {
      await servers.listen(interval)
      const { open, committed } = await view.refresh()
      servers.refuse(await findLacking(servers, committed))
      if (open.some(({ phase }) => phase === 'replacing')) await writer.recover()
    } catch {
      // A server that is down is checked again later. Any other failure also fails the next change and reaches its caller.
    }
    await sleep(interval, undefined, { signal: closing, ref: false }).catch(() => {})
  }
}
