import type { FacetsAnswer } from '../aggregate/index.ts'
import type { ReportLanguage } from '../report/index.ts'

/** A query of the library that runs. */
export interface LibraryQuery {
  /** The search engine that it was written for. */
  readonly platform: string
  readonly original: string
  /** The query of our language. */
  readonly query: string
}

/** A query of the library that does not run, and why. */
export interface RefusedQuery {
  readonly product: string
  readonly platform: string
  readonly original: string
  readonly reason: string
}

/** A product with its queries; different texts may be the same query here. */
export interface LibraryProduct {
  readonly name: string
  readonly vendor: string
  readonly queries: readonly LibraryQuery[]
}

/** A library of queries, read and translated. */
export interface Library {
  readonly name: string
  /** Number of queries in its file. */
  readonly size: number
  readonly products: readonly LibraryProduct[]
  readonly refused: readonly RefusedQuery[]
}

/** What an assessment is made of: answers of queries, whoever asks. */
export interface AssessSource {
  readonly facets: (query: string, fields: readonly string[], size: number) => Promise<FacetsAnswer>
  readonly count: (query: string) => Promise<number>
  readonly rows: (
    query: string,
    fields: readonly string[],
    size: number,
  ) => Promise<readonly (readonly string[])[]>
}

/** How to assess. */
export interface AssessAsked {
  /** Whether it covers records last seen more than a year ago. */
  readonly full: boolean
  readonly language: ReportLanguage
  /** Called after each product. */
  readonly onProgress: (done: number, found: number) => void
}

/** A number with the query that finds exactly those records. */
export interface CountedQuery {
  readonly name: string
  readonly query: string
  readonly records: number
  readonly addresses: number
}

/** A record that matches, and the text that does. */
export interface Example {
  readonly host: string
  readonly firstSeen: string
  readonly field: string
  readonly text: string
}

/** A product that was found. */
export interface FoundProduct {
  readonly name: string
  readonly vendor: string
  readonly query: string
  readonly records: number
  readonly addresses: number
  /** The day on which a matching record was first seen; only the year where more than 10,000 match. */
  readonly firstSeen: string
  /** Each query that found something. */
  readonly queries: readonly (LibraryQuery & { readonly records: number })[]
  readonly examples: readonly Example[]
}

/** A known exploited vulnerability that was found. */
export interface FoundVulnerability {
  readonly cve: string
  readonly confirmed: CountedQuery
  readonly inRange: CountedQuery
}

/** Everything that an assessment shows. */
export interface Assessment {
  readonly library: Library
  readonly full: boolean
  readonly language: ReportLanguage
  /** Milliseconds UTC. */
  readonly made: number
  readonly exposed: readonly CountedQuery[]
  readonly exploited: readonly FoundVulnerability[]
  readonly found: readonly FoundProduct[]
}
