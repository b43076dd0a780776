import type { Field } from '../../field/index.ts'
import type { Store } from '../../store/index.ts'
import type { AccountService } from '../account/index.ts'

/** The context of the search use case. */
export interface SearchContext {
  readonly store: Store
  readonly accounts: Pick<AccountService, 'readAccountQuery' | 'reserveSearch' | 'settings'>
  readonly admission: Admission
  /** Milliseconds UTC. */
  readonly now: () => number
}

/** The admission queue: a bounded number of searches run, the others wait. */
export interface Admission {
  /**
   * Runs the work of an owner (the id of an account) when a slot is free. Work that yields to other owners fails by its signal and
   * is restarted later, unless it is held. Fails with code `unavailable` when too many wait or the wait is too long, and with the
   * signal's reason.
   */
  readonly run: <Result>(
    owner: number,
    work: (slot: Slot) => Promise<Result>,
    signal: AbortSignal | undefined,
  ) => Promise<Result>
}

/** A slot of the admission queue, held by running work. */
export interface Slot {
  /** Aborts with the caller's signal and when the work must yield its slot. */
  readonly signal: AbortSignal
  /** Whether the work must not be restarted, because part of its result was sent. */
  readonly hold: (held: boolean) => void
}

/** A search request. `page` counts from 1; `fields` may repeat. */
export interface SearchRequest {
  readonly text: string
  readonly page: number
  readonly size: number
  readonly fields: readonly Field[]
  /** Whether records older than one year are searched too. */
  readonly full: boolean
  /** Whether records with the same title and body are shown as one, the newest; the total counts all of them. */
  readonly collapse?: boolean
}

/** A request for a page of a snapshot; `next` is empty for the first page, then the cursor of the previous page. */
export interface NextRequest extends Omit<SearchRequest, 'page'> {
  readonly next: string
}

/** Receives rows as they arrive, values in the order of the requested fields. An error that it throws ends the search. */
export type RowSink = (rows: readonly (readonly string[])[]) => void

/** The result of a search, without its rows. */
export interface SearchSummary {
  readonly mode: 'normal' | 'extended'
  /** Exact number of matches at any page. */
  readonly total: number
  /** Rows passed to the sink. */
  readonly rows: number
  /** Coins charged. */
  readonly consumed: number
  /** Coins that a call of this level costs when it returns rows. */
  readonly required: number
  /** Milliseconds until the page's rows were delivered, without the count. */
  readonly pageTime: number
}

/** The result of a page of a snapshot, without its rows; `total` is the number of matches of the snapshot. */
export interface NextSummary extends SearchSummary {
  /** Number of this page, from 1. */
  readonly page: number
  /** The cursor of the next page; empty at the end. */
  readonly next: string
}
