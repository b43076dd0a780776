// IP tagging: tasks from an uploaded list to a result file, look-ups of one address, and the sources kept current behind them.
// Use cases over the state database, the feeds and the records. It must not know HTTP, uploads' envelopes or terminals.

export { AddressFile, type AddressLine, MOST_LINES, notText } from './address-file.ts'
export { type ObserveRecords, openPastContext, openTagContext, type TaggerContext } from './context.ts'
export { MEDIA_TYPES, RESULT_FORMATS, type ResultFormat, writeLines } from './format.ts'
export type { TaggingInfo, TaggingTask } from './info.ts'
export { LiveSources } from './live-sources.ts'
export { type MadeResult, makeResult } from './make-result.ts'
export { openTagging, type Tagging } from './service.ts'
