// The aggregating use cases: facets, time line, hosts, single records, values for completion. They cost no coins; permissions and
// time limits are those of a search. Knows nothing of HTTP.

export { type Aggregate, type QueryRequest, createAggregate } from './aggregate.ts'
export { conditionFor, narrowed } from './condition.ts'
export { type HostQuery, readHostQuery } from './host-query.ts'
export { hostWithoutRecords } from './host.ts'
export { headOf, listsOf, portsOf } from './host-summary.ts'
export * from './types.ts'
