// The layout of the tables on the servers: on one server, on shards whose replicas this program writes, or on shards that
// ClickHouse replicates on its own.
import type { SUPERSEDED } from '../../schema/index.ts'

/** Where the tables are. */
export interface Layout {
  readonly database: string
  /** Name of the cluster in the servers' `remote_servers`; undefined for one server alone. */
  readonly cluster: string | undefined
  /** Whether ClickHouse replicates: a coordination service and the macros `shard` and `replica` are configured. */
  readonly replicated: boolean
}

/** The local table of one server behind the table that statements name. */
export function localName(layout: Layout, table: 'records' | typeof SUPERSEDED): string {
  return layout.cluster === undefined ? table : `${table}_local`
}

/** The engine of a local table. */
export function mergeTree(layout: Layout, table: string): string {
  if (!layout.replicated) return 'MergeTree'
  return `ReplicatedMergeTree('/clickhouse/tables/${layout.database}/${table}/{shard}', '{replica}')`
}

/** The clause that runs a table statement on every server; empty where each server receives its own statement. */
export function onCluster(layout: Layout): string {
  return layout.replicated ? ` ON CLUSTER \`${layout.cluster}\`` : ''
}
