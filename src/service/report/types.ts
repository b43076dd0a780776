import type { FacetsAnswer, TimelineAnswer } from '../aggregate/index.ts'

/** The languages of reports. */
export const REPORT_LANGUAGES = ['en', 'zh'] as const

/** One of them. */
export type ReportLanguage = (typeof REPORT_LANGUAGES)[number]

/** What a report is made of: counts of queries, whoever asks. */
export interface ReportSource {
  readonly facets: (query: string, fields: readonly string[], size: number) => Promise<FacetsAnswer>
  readonly timeline: (query: string) => Promise<TimelineAnswer>
}

/** Which search a report is about. */
export interface ReportAsked {
  readonly query: string
  /** Whether it covers records last seen more than a year ago. */
  readonly full: boolean
  readonly language: ReportLanguage
  /** Its heading; the query without one. */
  readonly title: string
}

/** A number with the query that finds exactly those records. */
export interface ReportFigure {
  readonly name: 'records' | 'newWeek' | 'newMonth' | 'expired' | 'expires7' | 'expires30' | 'expires90'
  readonly query: string
  readonly records: number
  readonly addresses: number
}

/** The most frequent values of a field, each with the query of its records. */
export interface ReportList {
  readonly field: string
  readonly distinct: number
  readonly values: readonly {
    readonly value: string
    readonly label: string
    readonly count: number
    readonly query: string
  }[]
}

/** Everything that a report shows. */
export interface ReportData extends ReportAsked {
  /** Milliseconds UTC. */
  readonly made: number
  readonly figures: readonly ReportFigure[]
  readonly lists: readonly ReportList[]
  readonly timeline: TimelineAnswer
}
