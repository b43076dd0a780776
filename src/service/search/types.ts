import type { Field } from '../../field/index.ts'
import type { Store } from '../../store/index.ts'
import type { AccountService } from '../account/index.ts'

/** What the search use case needs from outside. */
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
   * Runs the work of an owner (the id of an account) when a slot is free. Work that gives way to other owners fails by its signal and
   * is started over later, unless it is held. Fails with code `unavailable` when too many wait or the wait is too long, and with
   * the signal's reason.
   */
  readonly run: <Result>(
    owner: number,
    work: (slot: Slot) => Promise<Result>,
    signal: AbortSignal | undefined,
  ) => Promise<Result>
}

/** A slot of the admission queue, held by running work. */
export interface Slot {
  /** Aborts with the caller's signal and when the work must give way. */
  readonly signal: AbortSignal
  /** Whether the work must not be started over, because part of its result is out. */
  readonly hold: (held: boolean) => void
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

/** A page of a reading of all matches as asked; `next` is empty for the first page, else what the page before told. */
export interface NextRequest extends Omit<SearchRequest, 'page'> {
  readonly next: string
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

/** What a page of a reading found, its rows aside; `total` is the number of matches when the reading began. */
export interface NextSummary extends SearchSummary {
  /** Number of this page, from 1. */
  readonly page: number
  /** What the next page is asked for with; empty at the end. */
  readonly next: string
}
