// A client of the HTTP API for Node.js 20 and newer and for browsers. Needs nothing but `fetch`; knows nothing of the server's
// own code but the types that are made from its description.

export { readAnswer, unreachable } from './answer.ts'
export { toBase64 } from './base64.ts'
export { type LookUp, Periplus } from './client.ts'
export type { Entry, Result, SourceRow } from './entry.ts'
export { type ErrorCode, PeriplusError } from './error.ts'
export {
  awaitExport,
  type Export,
  type ExportRequest,
  type ExportState,
  ended,
  pathOf,
  startExport,
  type WaitOptions,
} from './export.ts'
export type { AllRequest, Page, PageRequest, SearchRecord, Selection, StatsRequest } from './search.ts'
export { downloadOf, type TaggingState } from './tag.ts'
export { bodyOf, type CallOptions, type ClientOptions, type Parameters, Transport } from './transport.ts'
export type * from './types.ts'
