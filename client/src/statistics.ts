// Answers of calls whose shape the description leaves open: statistics, hosts, and pages with a cursor.
import type { SearchAllAnswer } from './types.ts'

/** What `search/next` answers: a page and the cursor of the page behind it, empty at the end. */
export type SearchNextAnswer = SearchAllAnswer & { readonly next: string }

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
export interface SearchStatsAnswer {
  readonly error: false
  /** Number of matches. */
  readonly size: number
  /** Numbers of different values by field. */
  readonly distinct: Readonly<Record<string, number>>
  /** The most frequent values by field; `country` stands under `countries`. */
  readonly aggs: Readonly<Record<string, readonly Aggregate[]>>
  readonly lastupdatetime: string
}

/** A product of a service, with `detail`. */
export interface HostProduct {
  readonly product: string
  readonly category: string
  readonly level: number
  readonly sort_hard_code: number
  readonly company: string
}

/** A port of a host, with `detail`. */
export interface HostPort {
  readonly port: number
  readonly protocol: string
  readonly update_time: string
  readonly products: readonly HostProduct[]
}

/** What `host/{name or address}` answers. */
export interface HostAnswer {
  readonly error: false
  readonly host: string
  readonly ip: string
  readonly asn: number
  readonly org: string
  readonly country_name: string
  readonly country_code: string
  readonly update_time: string
  readonly domain?: readonly string[]
  readonly port?: readonly number[]
  readonly protocol?: readonly string[]
  readonly category?: readonly string[]
  readonly product?: readonly string[]
  /** With `detail`, in the place of the four lists before. */
  readonly ports?: readonly HostPort[]
}
