// The HTTP API: routes, their schemas, and everything round a request (credentials, rates, failures, figures, logs).
// Knows use cases and settings; must not know how records or accounts are stored.

export { ADMIN_OPERATIONS } from './admin/index.ts'
export { buildApi } from './api.ts'
export type { ApiContext, Phase, ServerFacts, Services } from './context.ts'
export { type ErrorStatus, type Failure, failureOf } from './failure.ts'
export { createMetrics, type Metrics } from './metrics.ts'
export { connectFeeds, connectOperator, serveOperator } from './operator/index.ts'
export type { ApiText, OperationText, SchemaText } from './page/api-text.ts'
export { readParameters } from './page/api-text.ts'
export { apiDescription, describeApi } from './page/describe.ts'
export { ErrorBody } from './schema/error.ts'
export { ExportAnswer, type ExportBody, ExportsAnswer } from './schema/export.ts'
export { HostAnswer, HostDetailAnswer } from './schema/host.ts'
export { ImportAnswer, type ImportBody, ImportsAnswer } from './schema/import.ts'
export { InfoAnswer } from './schema/info.ts'
export { NextAnswer, SearchAnswer, SearchParameters } from './schema/search.ts'
export { StatsAnswer } from './schema/stats.ts'
export {
  LookUpAnswer,
  SubmitAnswer,
  TaggingInfoAnswer,
  VocabularyAnswer,
} from './schema/tag.ts'
export { TagResult } from './schema/tag-entry.ts'
export { TranslateAnswer, type TranslateBody } from './schema/translate.ts'
