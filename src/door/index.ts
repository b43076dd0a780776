// The doors to the operations: the specified API, the page's own calls, the Model Context Protocol, and the operator's socket. A
// door authenticates, decodes, encodes and maps failures; the table of operations defines the work.

export { apiPage } from './http/docs.ts'
export { answersOf, openApi, sentBy } from './http/openapi.ts'
export type { DoorContext } from './server/context.ts'
export { type ErrorStatus, type Failure, failureOf } from './server/failure.ts'
export type { BuildInfo, Observed } from './server/gauges.ts'
export { createMetrics, type Metrics } from './server/metrics.ts'
export { buildServer } from './server.ts'
export { serveOperator } from './socket/server.ts'
