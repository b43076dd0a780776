// The result of a tagging: its shapes, its header and the formats it is written in.

export type {
  Basis,
  Cause,
  Causes,
  Conflict,
  Entry,
  Evidence,
  Freshness,
  OkEntry,
  Question,
  Result,
  SourceRow,
  Stats,
} from './entry.ts'
export { countEntries, type Header, resultHeader } from './summary.ts'
export { MEDIA_TYPES, RESULT_FORMATS, type ResultFormat, writeResult } from './write-result.ts'
