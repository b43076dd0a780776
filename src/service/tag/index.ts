// IP tagging: tasks from an uploaded list to a result file, lookups of one address, and up-to-date sources for both. Use cases over
// the state database, the feeds and the records. Must not know HTTP, multipart uploads or terminals.

export { AddressFile, type AddressLine, MOST_LINES, notText } from './address-file.ts'
export { openPastContext, openTagContext, type TaggerContext } from './context.ts'
export { CSV_COLUMNS, MEDIA_TYPES, RESULT_FORMATS, type ResultFormat, writeLines } from './format.ts'
export type { TaggingInfo, TaggingTask } from './info.ts'
export { feedsToLoad, LiveSources } from './live-sources.ts'
export { type LoadRequest, loadSourceSetHere } from './load/index.ts'
export { type MadeResult, makeResult } from './make-result.ts'
export { currentRecordTags, recordTags, WITHOUT_FEEDS } from './record-tags.ts'
export { openTagging, type Tagging } from './service.ts'
