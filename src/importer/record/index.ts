// Records under catalogue names, as our own NDJSON and CSV hold them: keys to columns, values to their kinds, identity from
// what the record says of itself. Shared by both importers; knows no file layout.

export { catalogued, isChineseTable, recordOfChinese } from './chinese.ts'
export { headingsOf, readChineseRows } from './chinese-rows.ts'
export { catalogueName, foreignLikeness } from './likeness.ts'
export { RecordMapper } from './mapper.ts'
export { meaningOf } from './value.ts'
export { recordsOfServices } from './services.ts'
