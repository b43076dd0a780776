// The result of a tagging: its shapes, its header and the formats it is written in.

export { type Header, resultHeader } from './summary.ts'
export { CSV_COLUMNS, MEDIA_TYPES, RESULT_FORMATS, type ResultFormat, writeResult } from './write-result.ts'
