// Sources: how a feed is described to the program, and how it is shown.
import type { ColumnHints, Complete } from '../feed/index.ts'
import type { Basis, Freshness } from '../entry.ts'
import type { Category } from '../vocabulary/index.ts'

/** A feed as whoever keeps its files hands it over. */
export interface SourceInput extends SourceFacts {
  /** The file, plain or gzip. */
  readonly bytes: Uint8Array
}

/** What is known of a feed besides its file. */
export interface SourceFacts {
  /** Lower case letters, digits and `-`; unique among the sources. */
  readonly name: string
  /** A reader's name, or `auto` to recognise the format by its content. */
  readonly kind: string
  readonly url?: string | undefined
  readonly version?: string | undefined
  readonly licence?: string | undefined
  readonly sha256?: string | undefined
  /** Seconds since 1970 UTC. */
  readonly retrievedAt: number
  /** When this version was retrieved first. */
  readonly since?: number | undefined
  /** What the addresses of a list are, where its format does not say: `["tor_exit"]`, `["list:mine"]`. */
  readonly tags?: readonly string[] | undefined
  readonly basis?: 'published' | 'curated' | undefined
  /** Start confidence instead of the usual one of basis and category. */
  readonly confidence?: number | undefined
  /** An administrator's list: adds and forbids tags before every other source. */
  readonly override?: boolean | undefined
  /** The columns of a table or the path of JSON that hold the addresses. */
  readonly columns?: ColumnHints | undefined
}

/** A source that is loaded (or built in). */
export interface Source {
  readonly name: string
  readonly url: string | null
  readonly version: string | null
  readonly licence: string | null
  readonly sha256: string | null
  /** Seconds since 1970 UTC; null for what is built in and always holds. */
  readonly retrievedAt: number | null
  /** When this version was retrieved first; `retrievedAt` moves while it stays the newest. */
  readonly since?: number | undefined
  /** The feed's own date, seconds since 1970 UTC; null where it states none. */
  readonly statedAt: number | null
  /** The reader that read it, or `builtin`. */
  readonly format: string
  readonly records: number
  /** Lines or items that could not be read, and the first reasons. */
  readonly bad: number
  readonly reasons: readonly string[]
  readonly category: Category
  readonly basis: Basis
  /** Start confidence where a label has none. */
  readonly confidence: number
  /** Namespaces in which it says yes. */
  readonly speaks: readonly string[]
  /** Tags that it lists completely, so that its silence about an address means no. */
  readonly complete: readonly Complete[]
  readonly override: boolean
}

/** A source with its state at a time. */
export interface SourceState extends Source {
  readonly state: Freshness
  /** Seconds since the feed's own date or its retrieval; null where age does not matter. */
  readonly age: number | null
}
