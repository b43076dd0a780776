// The search use case: permissions, price, and rows from the store. Knows nothing of HTTP or of how accounts are stored.

export { checkPermission, checkSize, checkWindow, sizeError, WIDEST_PAGE } from './check.ts'
export { createAdmission, type ObservedAdmission } from './admission.ts'
export type { AdmissionLimits } from './slots.ts'
export { createSearchNext, type SearchNext } from './next.ts'
export { createSearch, type SearchAll } from './search.ts'
export type {
  Admission,
  Slot,
  NextRequest,
  NextSummary,
  RowSink,
  SearchContext,
  SearchRequest,
  SearchSummary,
} from './types.ts'
