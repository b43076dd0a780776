// The store on ClickHouse servers: one, or a cluster of shards with replicas.
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../error/index.ts'
import type { ServerList } from '../../util/index.ts'
import { Generation, Reader, TUNING, type Tuning } from '../read/index.ts'
import type { Store } from '../store.ts'
import { Changes } from './changes.ts'
import { isFirst, layoutOf, prepareNode } from './discover.ts'
import { Unreachable } from './failure.ts'
import { type NodeOptions, ServerNode } from './node.ts'
import { migrateServers } from './schema.ts'
import { Servers } from './servers.ts'
import { serverStore } from './store.ts'
import { TURN_TIMES, Turn, type TurnTimes } from './turn.ts'
import { View } from './view.ts'
import { ServerWriter } from './writer.ts'

/** Which servers, and how they are used. */
export interface ServerOptions extends Partial<NodeOptions> {
  readonly servers: ServerList
  /** The cluster's name in the servers' configuration; none for one server alone. */
  readonly cluster?: string | undefined
  readonly tuning?: Partial<Tuning>
  readonly turnTimes?: Partial<TurnTimes>
  /** How long a change is tried again while servers do not answer (milliseconds). */
  readonly patience?: number
  /** How often to look for changes that nobody finishes (milliseconds). */
  readonly mendInterval?: number
}

const DEFAULTS: NodeOptions = {
  maxExecutionSeconds: 30,
  maxQueryMemoryBytes: 0.5 * 1024 ** 3,
  connections: 16,
}

/** Each shard sends all rows before a page, some kilobytes each. */
const READ_OVER = 1000

const PATIENCE = 60_000
const MEND_INTERVAL = 5000

/**
 * Opens the store on servers; the database and its tables are made when they are missing. Fails with code `input` when the servers
 * are not what the settings say, with `unavailable` when none answers or one that is needed to make tables does not.
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

/** Servers that answer have the database afterwards, and agree with the settings. */
async function prepare(
  nodes: readonly ServerNode[],
  { servers: list, cluster }: ServerOptions,
): Promise<Servers> {
  const answering: ServerNode[] = []
  for (const node of nodes) {
    const bare = new ServerNode({ ...list, database: 'default' }, node.name, DEFAULTS)
    try {
      await prepareNode(bare, list.database)
      answering.push(node)
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
    } finally {
      await bare.close()
    }
  }
  if (answering.length === 0) throw new Unreachable(nodes.map(({ name }) => name).join(', '), undefined)
  return new Servers(nodes, await layoutOf(answering, list.database, cluster, nodes.length))
}

async function assemble(servers: Servers, options: ServerOptions): Promise<Store> {
  const lead = firstOf(servers)
  const changes = new Changes(servers)
  const turn = new Turn(lead, { ...TURN_TIMES, ...options.turnTimes })
  const generation = new Generation(servers)
  const view = new View(changes, turn, generation)
  const patience = options.patience ?? PATIENCE
  const writer = new ServerWriter({ servers, lead, changes, turn, patience })
  const tuning = { ...TUNING, ...(options.cluster && { readOver: READ_OVER }), ...options.tuning }
  const reader = new Reader(servers, { condition: undefined }, generation, tuning)
  const closing = new AbortController()
  const mending = mendAtTimes(servers, view, writer, options.mendInterval ?? MEND_INTERVAL, closing.signal)
  return serverStore({ servers, reader, generation, view, writer }, async () => {
    writer.close()
    closing.abort()
    await mending
    await servers.close()
  })
}

/** The server that gives turns; the same for every process, in whatever order its settings name them. */
function firstOf(servers: Servers): () => Promise<ServerNode> {
  const { cluster } = servers.layout
  let found = cluster === undefined ? servers.nodes[0] : undefined
  return async () => {
    if (found !== undefined || cluster === undefined) return found ?? fail(servers)
    const answers = await servers.whereHeard((node) => isFirst(node, cluster))
    found = answers.find(({ result }) => result)?.node
    return found ?? fail(servers)
  }
}

function fail(servers: Servers): never {
  throw new Unreachable(servers.name, undefined)
}

/** Finishes changes whose process died or whose servers were away, at the start and now and then. */
async function mendAtTimes(
  servers: Servers,
  view: View,
  writer: ServerWriter,
  interval: number,
  closing: AbortSignal,
): Promise<void> {
  while (!closing.aborted) {
    try {
      await servers.listen(interval)
      if ((await view.look()).step !== 'ended') await writer.mend()
    } catch {
      // A server that is away is looked at again later; whatever else fails here fails the next change too, and tells its caller.
    }
    await sleep(interval, undefined, { signal: closing, ref: false }).catch(() => {})
  }
}
