// What the tagger is given besides the address: sources, places, observations and the clock.
import type { Location, Observe } from '../asset/index.ts'
import type { SourceSet } from './source/source-set.ts'

/** A database of geography or networks, for the header and its age. */
export interface LocatedBy {
  readonly name: string
  readonly category: 'geography' | 'network'
  /** `YYYY-MM-DD`, or `''`. */
  readonly built: string
  readonly licence: string
  /** What the licence asks to be said where its data is shown. */
  readonly attribution?: string | undefined
}

/** Everything one tagging works with; a running task keeps its context while newer sources are swapped in for the next. */
export interface TagContext {
  readonly sources: SourceSet
  /** Versions of the feeds from before that are kept; absent = none. */
  readonly earlier?: readonly SourceSet[] | undefined
  /** Look-up of places and networks by canonical address; absent = unknown. */
  readonly locate?: ((ip: string) => Location) | undefined
  readonly locatedBy?: readonly LocatedBy[] | undefined
  /** Our records, asked once for all addresses of a task; absent = unknown. */
  readonly observe?: Observe | undefined
  /** Seconds since 1970 UTC; ages are counted from here. */
  readonly now: number
}
