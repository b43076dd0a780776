// Statistics with the members that the description leaves open, since they are named by the fields asked for.
import type { SearchStatsAnswer } from './types.ts'

/** One value of a field with the number of matches that have it. */
export interface Aggregate {
  readonly name: string
  readonly count: number
  /** The query narrowed to this value, in base64. */
  readonly code: string
  /** Of a country: its two-letter code. */
  readonly name_code?: string
  /** Of a country: its regions. */
  readonly regions?: readonly Aggregate[]
}

/** What `search/stats` answers. */
export type SearchStats = Omit<SearchStatsAnswer, 'distinct' | 'aggs'> & {
  /** Numbers of different values by field. */
  readonly distinct: Readonly<Record<string, number>>
  /** The most frequent values by field; those of `country` stand under `countries`. */
  readonly aggs: Readonly<Record<string, readonly Aggregate[]>>
}
