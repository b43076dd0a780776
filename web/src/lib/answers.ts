// What the server answers about all matches of a query, and about one host.

/** One value of a field among the matches. */
export interface FacetValue {
  readonly value: string
  readonly count: number
  /** What the value stands for, where it is a code. */
  readonly label?: string
  /** The condition that keeps exactly the records counted here. */
  readonly condition: string
}

/** The most frequent values of one field. */
export interface FacetSummary {
  readonly field: string
  readonly distinct: number
  readonly values: readonly FacetValue[]
}

/** What all matches have in common. */
export interface FacetsAnswer {
  readonly total: number
  readonly addresses: number
  readonly facets: readonly FacetSummary[]
}

/** Matches last seen from `from` until before `to` (ISO 8601, UTC). */
export interface TimelineBucket {
  readonly from: string
  readonly to: string
  readonly count: number
}

/** When the matches were last seen. */
export interface TimelineAnswer {
  readonly step: 'hour' | 'day' | 'week' | 'month' | 'year'
  readonly buckets: readonly TimelineBucket[]
}

/** Long fields of one record. */
export interface RecordAnswer {
  readonly fields: Readonly<Record<string, string>>
  /** Length of the whole body, when only its beginning is kept. */
  readonly body_full_length: number | null
}

/** What an account may do and has. */
export interface AccountAnswer {
  readonly coins: number
  readonly search: { readonly result_window: number; readonly price: number }
}

/** A search kept under a name. */
export interface SavedSearch {
  readonly id: number
  readonly name: string
  readonly query: string
  readonly full: boolean
  readonly saved_at: string
}

/** One export. */
export interface ExportAnswer {
  readonly id: number
  readonly state: 'init' | 'running' | 'success' | 'failure'
  readonly progress: number
  readonly query: string
  readonly format: 'csv' | 'ndjson' | 'json'
  readonly fields: readonly string[]
  readonly full: boolean
  readonly total: number
  readonly rows: number
  readonly bytes: number
  readonly cost: number
  readonly created_at: string
  readonly download_url?: string
  readonly expires_at?: string
  readonly reason?: string
}
