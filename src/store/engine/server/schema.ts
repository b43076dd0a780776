// The tables of the servers: creates missing ones, migrates old ones, and refuses tables that a newer program created.
import { AppError } from '../../../error/index.ts'
import { sql } from '../../../sql/index.ts'
import { MIGRATIONS, newTables, type Placement, SCHEMA_VERSION } from '../../schema/index.ts'
import { Unreachable } from './failure.ts'
import { type Layout, localName, mergeTree, onCluster } from './layout.ts'
import type { ServerNode } from './node.ts'
import type { Servers } from './servers.ts'

/** A server that does not report its version within this time counts as not answering (milliseconds). */
const ANSWER_TIME = 10_000

const VERSION_TABLE =
  'CREATE TABLE IF NOT EXISTS schema_version (version UInt32, applied DateTime) ENGINE = MergeTree ORDER BY version'

/** The placement of tables on the servers. */
function placementOf(layout: Layout): Placement {
  return {
    table: (name) => localName(layout, name),
    engine: (name) => mergeTree(layout, name),
    onCluster: onCluster(layout),
  }
}

/** The distributed tables over all shards. A host is always on one shard, so everything about an identity is decided there. */
function distributedTables(layout: Layout): readonly string[] {
  if (layout.cluster === undefined) return []
  const local = localName(layout, 'records')
  const engine = `Distributed('${layout.cluster}', '${layout.database}', '${local}', sipHash64(reached))`
  return [`CREATE OR REPLACE TABLE records${onCluster(layout)} AS ${local} ENGINE = ${engine}`]
}

/** The statements of a schema step and of the distributed tables over it. */
export function stepStatements(layout: Layout, index: number): readonly string[] {
  const step = MIGRATIONS[index]
  if (step === undefined) throw new Error(`schema step ${index + 1} does not exist`)
  return [...step(placementOf(layout)), ...distributedTables(layout)]
}

/** Migrates every server to this program's schema. A server that is down is skipped when all others are current. */
export async function migrateServers(servers: Servers): Promise<void> {
  const versions = await servers.wherePossible(versionOf)
  if (versions.length === 0) throw new Unreachable(servers.name, undefined)
  for (const { node, result } of versions) if (result > SCHEMA_VERSION) throw newer(node, result)
  const empty = versions.find(({ result }) => result === 0)
  if (empty !== undefined && versions.some(({ result }) => result > 0)) throw isEmpty(empty.node)
  const behind = versions.filter(({ result }) => result < SCHEMA_VERSION)
  if (behind.length === 0) return
  if (versions.length < servers.nodes.length) throw new Unreachable(silentOf(servers, versions), undefined)
  const [first] = behind
  for (const { node, result } of behind) {
    // Replicating servers forward such statements, so one server receives them for all.
    if (!servers.layout.replicated || node === first?.node) await bring(node, servers.layout, result)
    await node.command(`INSERT INTO schema_version VALUES (${SCHEMA_VERSION}, now())`)
  }
}

async function versionOf(node: ServerNode): Promise<number> {
  await node.change({ parts: [VERSION_TABLE] }, {}, ANSWER_TIME)
  const statement = sql`SELECT max(version) FROM schema_version`
  const [[version = 0] = []] = await node.query<[number]>(statement, { answerWithin: ANSWER_TIME })
  return version
}

async function bring(node: ServerNode, layout: Layout, current: number): Promise<void> {
  const missing = MIGRATIONS.keys().filter((index) => index >= current)
  const statements =
    current === 0
      ? [...newTables(placementOf(layout)), ...distributedTables(layout)]
      : missing.flatMap((index) => stepStatements(layout, index))
  for (const statement of statements) await node.command(statement)
}

function isEmpty({ name }: ServerNode): AppError {
  return new AppError(
    'input',
    `the record server \`${name}\` is empty, but the others hold records; restore its data, or move the records to new servers with \`periplus migrate\``,
  )
}

function silentOf(servers: Servers, answers: readonly { readonly node: ServerNode }[]): string {
  const there = new Set(answers.map(({ node }) => node))
  return servers.nodes
    .filter((node) => !there.has(node))
    .map(({ name }) => name)
    .join(', ')
}

function newer({ name }: ServerNode, version: number): AppError {
  return new AppError(
    'input',
    `the database on \`${name}\` was written by a newer version (schema ${version}, this program knows ${SCHEMA_VERSION}); use that version, or another database`,
  )
}
