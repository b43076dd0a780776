// Parts of the server's answers, by the names that the page uses.
import type * as answers from './answer-types.ts'

/** What all matches have in common. */
export type FacetsAnswer = answers.FacetsAnswer
/** The most frequent values of one field. */
export type FacetSummary = FacetsAnswer['facets'][number]
/** One value of a field among the matches. */
export type FacetValue = FacetSummary['values'][number]
/** When the matches were last seen. */
export type TimelineAnswer = answers.TimelineAnswer
/** Matches last seen from `from` until before `to` (ISO 8601, UTC). */
export type TimelineBucket = TimelineAnswer['buckets'][number]
/** Long fields of one record. */
export type RecordAnswer = answers.RecordAnswer
/** What an account may do and has. */
export type AccountAnswer = answers.InfoMyAnswer
/** A saved search. */
export type SavedSearch = answers.SavedSearchesAnswer['searches'][number]
/** One export. */
export type ExportAnswer = answers.ExportsAnswer['exports'][number]
