// The search use case: permissions, price, and rows from the store. Knows nothing of HTTP or of how accounts are stored.

export { checkPermission, checkSize, sizeError, WIDEST_PAGE } from './check.ts'
export { createAdmission, type ObservedAdmission } from './admission.ts'
export { createSearchNext, type SearchNext } from './next.ts'
export { createSearch, type SearchAll } from './search.ts'
export type { Admission, Slot, RowSink, SearchRequest, SearchSummary } from './types.ts'
