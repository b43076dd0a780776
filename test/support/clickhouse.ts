// Real ClickHouse servers on loopback for a test file, single or as a cluster, from the engine's library in npm (see
// `clickhouse-process.ts`). They have no authentication and cannot fetch parts from each other, so the inserting program writes the
// replicas: `internal_replication` is false.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Why tests on ClickHouse servers are skipped; undefined when they run. */
export const NO_CLICKHOUSE = reason()

function reason(): string | undefined {
  const name = `@chdb/lib-${process.platform}-${process.arch}-gnu/package.json`
  try {
    const engine = createRequire(createRequire(import.meta.url).resolve('chdb'))
    const library = join(engine.resolve(name), '../libchdb.so')
    return process.platform === 'linux' && existsSync(library)
      ? undefined
      : `the library of ClickHouse listens on Linux only`
  } catch {
    return `the library of ClickHouse for ${process.platform} ${process.arch} is not installed`
  }
}

/** One server. */
export interface ClickhouseNode {
  /** `127.0.0.1:port` of HTTP. */
  readonly http: string
  /** Ends it like a power cut; synced data stays. */
  readonly kill: () => Promise<void>
  /** Starts it again over the same data. */
  readonly start: () => Promise<void>
}

/** The servers of one test, and the name of their cluster. */
export interface Clickhouse {
  readonly nodes: readonly ClickhouseNode[]
  readonly cluster: string
  /** The setting `store.url` for a database on all of them. */
  readonly url: (database: string) => string
  readonly stop: () => Promise<void>
}

const CLUSTER = 'tested'

/** Additional configuration of a server: of the replica with that number, of the shard with that number. */
export type MoreConfiguration = (shard: number, replica: number) => string

/** Starts `shards` × `replicas` servers; the first ones are the replicas of the first shard. */
export async function startClickhouse(
  shards = 1,
  replicas = 1,
  more: MoreConfiguration = () => '',
): Promise<Clickhouse> {
  if (NO_CLICKHOUSE !== undefined) throw new Error(NO_CLICKHOUSE)
  const directory = mkdtempSync(join(tmpdir(), 'periplus-clickhouse-'))
  const nodePorts = await freeNodePorts(shards * replicas)
  const nodes = nodePorts.map((ports, index) => {
    const own = join(directory, `node-${index + 1}`)
    mkdirSync(own)
    const special = more(Math.floor(index / replicas) + 1, (index % replicas) + 1)
    writeFileSync(join(own, 'config.xml'), configuration(nodePorts, replicas, special))
    return new Node(own, ports)
  })
  await Promise.all(nodes.map((node) => node.start()))
  return {
    nodes,
    cluster: CLUSTER,
    url: (database) => `http://default:@${nodes.map(({ http }) => http).join(',')}/${database}`,
    stop: async () => {
      await Promise.all(nodes.map((node) => node.kill()))
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

interface NodePorts {
  readonly tcp: number
  readonly http: number
}

async function freeNodePorts(count: number): Promise<NodePorts[]> {
  const ports = await freePorts(count * 2)
  return Array.from({ length: count }, (_, index) => ({
    tcp: ports[index * 2] ?? 0,
    http: ports[index * 2 + 1] ?? 0,
  }))
}

/** Unused ports on loopback. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer())
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) =>
          server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
        ),
    ),
  )
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

function configuration(nodePorts: readonly NodePorts[], replicas: number, more: string): string {
  const replica = ({ tcp }: NodePorts) =>
    `<replica><host>127.0.0.1</host><port>${tcp}</port><user>default</user></replica>`
  const shards: string[] = []
  for (let first = 0; first < nodePorts.length; first += replicas) {
    const own = nodePorts.slice(first, first + replicas).map(replica)
    shards.push(`<shard><internal_replication>false</internal_replication>${own.join('')}</shard>`)
  }
  const settings =
    '<max_server_memory_usage>2000000000</max_server_memory_usage><keep_alive_timeout>30</keep_alive_timeout>'
  return `<clickhouse>${settings}${more}<remote_servers><${CLUSTER}>${shards.join('')}</${CLUSTER}></remote_servers></clickhouse>`
}

/** Never ends: the statement of a server that listens. */
const LISTEN = [
  'SYSTEM START LISTEN TCP',
  'SYSTEM START LISTEN HTTP',
  'SELECT sleepEachRow(3) FROM numbers(1000000000) SETTINGS max_block_size = 1 FORMAT Null',
].join('; ')

class Node implements ClickhouseNode {
  readonly http: string
  readonly #args: readonly string[]
  #child: ChildProcess | undefined

  constructor(directory: string, { tcp, http }: NodePorts) {
    this.http = `127.0.0.1:${http}`
    this.#args = [
      `--config-file=${join(directory, 'config.xml')}`,
      `--path=${join(directory, 'data')}`,
      '--listen_host=127.0.0.1',
      `--tcp_port=${tcp}`,
      `--http_port=${http}`,
      '--background_pool_size=2',
      `--query=${LISTEN}`,
    ]
  }

  async start(): Promise<void> {
    const program = join(import.meta.dirname, 'clickhouse-process.ts')
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', program, JSON.stringify(this.#args)],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
    this.#child = child
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = `${said}${text}`.slice(-4000)
    })
    for (const begin = performance.now(); performance.now() - begin < 60_000; await sleep(50)) {
      if (child.exitCode !== null) throw new Error(`a ClickHouse server ended at its start: ${said}`)
      const answer = await fetch(`http://${this.http}/ping`).catch(() => undefined)
      if (answer?.ok) return
    }
    throw new Error(`a ClickHouse server does not answer: ${said}`)
  }

  async kill(): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
}
