// The aggregating use cases: facets, time line, hosts, single records, values for completion. They cost no coins; permissions and
// time limits are those of a search. Knows nothing of HTTP.

export {
  type Aggregate,
  type AggregateContext,
  type QueryRequest,
  createAggregate,
  type RecordRequest,
} from './aggregate.ts'
export { conditionFor, narrowed } from './condition.ts'
export { type HostQuery, readHostQuery } from './host-query.ts'
export type { FacetsRequest } from './facets.ts'
export { hostWithoutRecords } from './host.ts'
export { headOf, type HostHead, type HostLists, type HostPort, listsOf, portsOf } from './host-summary.ts'
export type { Stats, StatsCountry, StatsEntry, StatsField } from './stats.ts'
export * from './types.ts'
