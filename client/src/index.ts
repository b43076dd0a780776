// A client of the HTTP API for Node.js 20 and newer and for browsers. Needs nothing but `fetch`; knows nothing of the server's
// own code but the types that are made from its description.

export { Periplus } from './client.ts'
export { type ErrorCode, PeriplusError } from './error.ts'
export type { Export, ExportRequest, ExportState, WaitOptions } from './export.ts'
export type { ImportOptions, ImportRequest, ImportState, Upload } from './import.ts'
export type { AllRequest, Page, PageRequest, SearchRecord, Selection, StatsRequest } from './search.ts'
export type { TaggingState } from './tag.ts'
export { type CallOptions, type ClientOptions, type Parameters, Transport } from './transport.ts'
export type * from './types.ts'
