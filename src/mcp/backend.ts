import type { Field } from '../field/index.ts'
import type { FacetsAnswer, HostAnswer } from '../service/aggregate/index.ts'
import type { Entry, SourceRow } from '../tag/index.ts'

/** Which records. */
export interface Asked {
  readonly query: string
  /** Whether records last seen more than one year ago count. */
  readonly full: boolean
}

/** A page of records. */
export interface Found {
  readonly total: number
  readonly rows: readonly (readonly string[])[]
  /** Coins the call cost. */
  readonly cost: number
}

/** Tags of addresses, one entry per address in their order. */
export interface Tagged {
  readonly entries: readonly Entry[]
  readonly sources: Readonly<Record<string, SourceRow>>
  /** What was not tagged any more, and why. */
  readonly left?: { readonly addresses: readonly string[]; readonly reason: string }
}

/** What the tools stand on: the use cases for one caller. Mistakes are AppErrors. */
export interface Backend {
  readonly facets: (
    asked: Asked & { readonly fields: readonly Field[]; readonly size: number },
    signal: AbortSignal,
  ) => Promise<FacetsAnswer>
  readonly search: (
    asked: Asked & { readonly fields: readonly Field[]; readonly page: number; readonly size: number },
    signal: AbortSignal,
  ) => Promise<Found>
  readonly host: (name: string, signal: AbortSignal) => Promise<HostAnswer>
  readonly tag: (addresses: readonly string[], signal: AbortSignal) => Promise<Tagged>
}

/** Services of a host in one answer; a search has the others. */
export const MOST_SERVICES = 25

/** How much tools answer, so that an answer fits into a model's context. */
export interface Limits {
  /** Records of one search. */
  readonly rows: number
  /** Characters of one value. */
  readonly valueLength: number
  /** Characters of one answer. */
  readonly answerLength: number
  /** Addresses of one call that tags. */
  readonly addresses: number
}
