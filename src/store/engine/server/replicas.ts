// Compares the replicas of each shard, for `periplus doctor`. ClickHouse replicates on its own; a replica that lost its
// coordination service, or parts of its disk, answers with fewer records than the others.
import { sql } from '../../../sql/index.ts'
import { localName } from './layout.ts'
import type { ServerNode } from './node.ts'
import type { Servers } from './servers.ts'

/** The records of one replica. */
interface ReplicaCount {
  readonly name: string
  readonly shard: string
  readonly records: number
  /** Changes of the other replicas that it has not applied yet. */
  readonly queued: number
}

/** Describes the replicas that differ from others of their shard, one line each; empty where the servers do not replicate. */
export async function differingReplicas(
  servers: Pick<Servers, 'layout' | 'wherePossible'>,
): Promise<readonly string[]> {
  if (!servers.layout.replicated) return []
  const table = localName(servers.layout, 'records')
  const counted = await servers.wherePossible((node) => countReplica(node, table))
  return describeDifferences(counted.map(({ result }) => result))
}

async function countReplica(node: ServerNode, table: string): Promise<ReplicaCount> {
  const [[shard = ''] = []] = await node.query<[string]>(
    sql`SELECT substitution FROM system.macros WHERE macro = 'shard'`,
  )
  const [[queued = 0] = []] = await node.query<[number]>(
    sql`SELECT max(queue_size) FROM system.replicas WHERE database = currentDatabase()`,
  )
  const [[records = 0] = []] = await node.query<[number]>({ parts: [`SELECT count() FROM ${table}`] })
  return { name: node.name, shard, records: Number(records), queued: Number(queued) }
}

/** Describes each replica that has fewer records than another of its shard, one line each. */
export function describeDifferences(replicas: readonly ReplicaCount[]): readonly string[] {
  return replicas.flatMap(({ name, shard, records, queued }) => {
    const others = replicas.filter((other) => other.shard === shard)
    const fullest = others.reduce((best, other) => (other.records > best.records ? other : best))
    if (records === fullest.records) return []
    const behind = queued === 0 ? 'and waits for none' : `and ${queued} changes wait to be applied`
    return [`${name} has ${records} records, ${fullest.name} of the same shard ${fullest.records}, ${behind}`]
  })
}
