import type { Field } from '../../field/index.ts'
import type { ResolvedQuery } from '../../query/index.ts'
import type { Store } from '../../store/index.ts'

/** What an account may do is a matter of its level. */
export type Level = 'free' | 'member' | 'enterprise'

/** Who searches. */
export interface Searcher {
  readonly id: number
  readonly level: Level
}

/** What a level pays and how deep its pages reach. */
export interface LevelPolicy {
  /** Coins per call. */
  readonly price: number
  /** Bound of page × size. */
  readonly resultWindow: number
}

/** Coins set aside for one search; exactly one of the two is called, once. */
export interface Reservation {
  readonly settle: () => Promise<unknown>
  readonly release: () => Promise<unknown>
}

/** What the search use case needs from outside. */
export interface SearchContext {
  readonly store: Store
  /** Reads a query text; fails with code `syntax`. */
  readonly readQuery: (text: string) => ResolvedQuery
  /** Sets coins aside; fails with code `coins` when the balance is too low. Never called for a price of 0. */
  readonly reserve: (searcher: Searcher, price: number) => Promise<Reservation>
  readonly policyOf: (level: Level) => LevelPolicy
  readonly gate: Gate
  /** Milliseconds UTC. */
  readonly now: () => number
}

/** Lets a bounded number of searches run and the others wait. */
export interface Gate {
  /** Runs the work when its turn comes; fails with code `unavailable` when too many wait or the wait is too long. */
  readonly run: <Result>(work: () => Promise<Result>, signal: AbortSignal | undefined) => Promise<Result>
}

/** A search as asked. `page` counts from 1; `fields` may repeat. */
export interface SearchRequest {
  readonly text: string
  readonly page: number
  readonly size: number
  readonly fields: readonly Field[]
  /** Whether records older than one year are searched too. */
  readonly full: boolean
}

/** Takes rows as they arrive, values in the order of the fields asked for. What it throws ends the search. */
export type RowSink = (rows: readonly (readonly string[])[]) => void

/** What a search found, its rows aside. */
export interface SearchSummary {
  readonly mode: 'normal' | 'extended'
  /** Exact number of matches at any page. */
  readonly total: number
  /** Rows handed to the sink. */
  readonly rows: number
  /** Coins charged. */
  readonly consumed: number
  /** Coins a call of this level costs when it returns rows. */
  readonly required: number
  /** Milliseconds until the page's rows were delivered, the count aside. */
  readonly pageTime: number
}
