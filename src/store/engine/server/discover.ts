// Discovers the servers: their version, their place in the cluster, and whether they replicate on their own.
import { AppError } from '../../../error/index.ts'
import { sql, text } from '../../../sql/index.ts'
import type { Layout } from './layout.ts'
import type { ServerNode } from './node.ts'

/** The oldest ClickHouse with the text indexes that this program uses; tests run on it. */
const OLDEST = [26, 7] as const

/** A server that does not report its version within this time counts as down (milliseconds). */
const ANSWER_TIME = 10_000

/**
 * Creates the database if it is missing; `bare` is connected without a database. Fails with code `input` on a server that is too
 * old.
 */
export async function prepareNode(bare: ServerNode, database: string): Promise<void> {
  const [[version = ''] = []] = await bare.query<[string]>(sql`SELECT version()`, {
    answerWithin: ANSWER_TIME,
  })
  if (!isRecent(version)) throw tooOld(bare, version)
  const found = await bare.query<[string]>(
    sql`SELECT name FROM system.databases WHERE name = ${text(database)}`,
  )
  if (found.length === 0) await bare.command(`CREATE DATABASE IF NOT EXISTS ${database} ENGINE = Atomic`)
}

function isRecent(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
}

function tooOld({ name }: ServerNode, version: string): AppError {
  return new AppError(
    'input',
    `the record server \`${name}\` is ClickHouse \`${version}\`; this program needs ${OLDEST.join('.')} or later`,
  )
}

/** Fails with code `input` unless the servers form the cluster of that name. */
async function checkCluster(node: ServerNode, cluster: string, servers: number): Promise<void> {
  const [[members = 0] = []] = await node.query<[number]>(
    sql`SELECT count() FROM system.clusters WHERE cluster = ${text(cluster)}`,
  )
  if (members === servers) return
  if (members > 0)
    throw new AppError(
      'input',
      `the cluster \`${cluster}\` has ${members} servers and store.url names ${servers}; name each of them once`,
    )
  const names = await node.query<[string]>(sql`SELECT DISTINCT cluster FROM system.clusters ORDER BY cluster`)
  throw new AppError(
    'input',
    `the record server \`${node.name}\` knows no cluster \`${cluster}\`; it knows ${names.map(([name]) => `\`${name}\``).join(', ') || 'none'}`,
  )
}

/** Whether the server has a coordination service and defines its own shard and replica. */
async function keepsReplicas(node: ServerNode): Promise<boolean> {
  const [[macros = 0] = []] = await node.query<[number]>(
    sql`SELECT count() FROM system.macros WHERE macro IN ('shard', 'replica')`,
  )
  const [[coordinated = 0] = []] = await node.query<[number]>(
    sql`SELECT count() FROM system.tables WHERE database = 'system' AND name = 'zookeeper'`,
  )
  return macros === 2 && coordinated === 1
}

/** Determines the layout of the tables from the servers that answer. */
export async function layoutOf(
  answering: readonly ServerNode[],
  database: string,
  cluster: string | undefined,
  servers: number,
): Promise<Layout> {
  if (cluster === undefined) return { database, cluster, replicated: false }
  for (const node of answering) await checkCluster(node, cluster, servers)
  const kept = await Promise.all(answering.map(keepsReplicas))
  const replicated = kept.length > 0 && kept.every((one) => one)
  const [first] = answering
  if (first !== undefined && !replicated) await refuseCopies(first, cluster)
  return { database, cluster, replicated }
}

/** Without replication, a copy would never receive what it missed. */
async function refuseCopies(node: ServerNode, cluster: string): Promise<void> {
  const [[copies = 0] = []] = await node.query<[number]>(
    sql`SELECT max(replica_num) FROM system.clusters WHERE cluster = ${text(cluster)}`,
  )
  if (copies <= 1) return
  throw new AppError(
    'input',
    `the cluster \`${cluster}\` has several replicas of a shard, but its servers have no coordination service that keeps them alike; configure ClickHouse Keeper, the macros \`shard\` and \`replica\`, and internal_replication, or name one server per shard`,
  )
}
