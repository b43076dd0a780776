// How the tables lie on the servers: on one server alone, on shards with replicas that this program writes, or on shards with
// replicas that the servers keep alike by themselves.
import type { SUPERSEDED } from '../schema/index.ts'

/** Where the tables are. */
export interface Layout {
  readonly database: string
  /** Name of the cluster in the servers' `remote_servers`; undefined for one server alone. */
  readonly cluster: string | undefined
  /** Whether the servers keep replicas alike: a coordination service and the macros `shard` and `replica` are configured. */
  readonly replicated: boolean
}

/** The table of one server behind the one that statements name. */
export function localName(layout: Layout, table: 'records' | typeof SUPERSEDED): string {
  return layout.cluster === undefined ? table : `${table}_local`
}

/** The engine of such a table. */
export function mergeTree(layout: Layout, table: string): string {
  if (!layout.replicated) return 'MergeTree'
  return `ReplicatedMergeTree('/clickhouse/tables/${layout.database}/${table}/{shard}', '{replica}')`
}

/** What a statement about tables says to be run on every server; empty where each server is told by itself. */
export function onCluster(layout: Layout): string {
  return layout.replicated ? ` ON CLUSTER \`${layout.cluster}\`` : ''
}
