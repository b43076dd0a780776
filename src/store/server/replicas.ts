// Whether the replicas of a shard hold the same records, for `periplus doctor`. ClickHouse replicates by itself; a replica that has lost
// its coordination service, or parts of its disk, answers with fewer records than its neighbours.
import { sql } from '../../sql/index.ts'
import { localName } from './layout.ts'
import type { ServerNode } from './node.ts'
import type { Servers } from './servers.ts'

/** What one replica holds. */
export interface ReplicaCount {
  readonly name: string
  readonly shard: string
  readonly records: number
  /** Changes of the other replicas that it has not applied yet. */
  readonly queued: number
}

/** The replicas that differ from others of their shard, one line for each; empty where the servers do not replicate. */
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

/** One line for each replica with fewer records than another of its shard. */
export function describeDifferences(replicas: readonly ReplicaCount[]): readonly string[] {
  return replicas.flatMap(({ name, shard, records, queued }) => {
    const others = replicas.filter((other) => other.shard === shard)
    const fullest = others.reduce((best, other) => (other.records > best.records ? other : best))
    if (records === fullest.records) return []
    const behind = queued === 0 ? 'and waits for none' : `and ${queued} changes wait to be applied`
    return [`${name} has ${records} records, ${fullest.name} of the same shard ${fullest.records}, ${behind}`]
  })
}
