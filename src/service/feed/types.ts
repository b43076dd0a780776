// Feeds and their operations.
import type { ColumnHints, Covered, Freshness } from '../../tag/index.ts'

/** Kinds that are not lists of ranges but replace a bundled database. */
export const DATABASE_KINDS = ['geography', 'network'] as const

/** One accepted version of a feed. Times are seconds since 1970 UTC. */
export interface FeedVersion {
  /** First 16 hexadecimal digits of the checksum; also the name of its file. */
  readonly id: string
  readonly sha256: string
  readonly bytes: number
  /** When it was last confirmed to be the newest. */
  readonly retrievedAt: number
  /** When it was first retrieved; absent in earlier versions. */
  readonly since?: number | undefined
  /** The date the feed itself states. */
  readonly statedAt: number | null
  /** What the feed calls its version. */
  readonly label: string | null
  readonly licence: string | null
  /** The reader that parsed it. */
  readonly format: string
  readonly category: string
  readonly records: number
  /** Lines that could not be read, and the first reasons. */
  readonly bad: number
  readonly reasons: readonly string[]
  /** What the reader guessed, and how to override it; absent in earlier versions. */
  readonly guesses?: readonly string[] | undefined
  /** How much of the address space it covers; absent in earlier versions. */
  readonly covered?: Covered | undefined
  readonly etag: string | null
  readonly lastModified: string | null
  /** Whether it has a second file for IPv6 (databases only). */
  readonly second: boolean
}

/** A feed as stored. */
export interface Feed {
  readonly name: string
  /** A reader's name, `auto`, `geography` or `network`. */
  readonly kind: string
  /** The address of updates; null for uploaded content. */
  readonly url: string | null
  readonly file: string | null
  readonly tags: readonly string[] | null
  readonly basis: 'published' | 'curated' | null
  readonly confidence: number | null
  readonly override: boolean
  /** The declared columns of a table or path of JSON; absent if none were declared. */
  readonly columns?: ColumnHints | undefined
  /** What the widest version covers that an administrator accepted. */
  readonly accepted?: Covered | undefined
  /** Set while a version is added whose size the administrator accepts. */
  readonly acceptSize?: true | undefined
  readonly licence: string | null
  readonly addedAt: number
  readonly checkedAt: number
  /** Why the last update failed; the previous version stays in use. */
  readonly failure: { readonly at: number; readonly reason: string } | null
  /** The version that stays in use until it is unpinned. */
  readonly pinned: string | null
  /** Newest first. */
  readonly versions: readonly FeedVersion[]
}

/** A feed with the version in use and its current state. */
export interface FeedRow extends Feed {
  readonly active: FeedVersion
  readonly state: Freshness
}

/** The source of a feed's bytes. */
export type FeedContent =
  | { readonly from: 'url'; readonly url: string }
  | { readonly from: 'file'; readonly path: string; readonly second?: string | undefined }
  | { readonly from: 'bytes'; readonly bytes: Uint8Array }

/** A new feed. */
export interface FeedInput {
  readonly name: string
  readonly kind?: string | undefined
  readonly content: FeedContent
  readonly tags?: readonly string[] | undefined
  readonly basis?: 'published' | 'curated' | undefined
  readonly confidence?: number | undefined
  readonly override?: boolean | undefined
  readonly columns?: ColumnHints | undefined
  /** Accepts the list however much it covers. */
  readonly acceptSize?: boolean | undefined
  readonly licence?: string | undefined
}

/** Options of an update. */
export interface UpdateOptions {
  /** Accepts the list however much it covers. */
  readonly acceptSize?: boolean | undefined
}

/** The result of updating one feed. */
export interface FeedOutcome {
  readonly name: string
  readonly outcome: 'updated' | 'unchanged' | 'failed'
  readonly reason: string | null
  readonly feed: FeedRow
}

/** Operations on feeds. Mistakes of the caller are `AppError`s, failures of an update are outcomes. */
export interface Feeds {
  readonly list: () => Promise<readonly FeedRow[]>
  readonly show: (name: string) => Promise<FeedRow>
  readonly add: (input: FeedInput) => Promise<FeedRow>
  /** Updates the named feed, from `content` if given, or every feed that has a source. */
  readonly update: (
    name: string | undefined,
    content?: FeedContent | undefined,
    options?: UpdateOptions | undefined,
  ) => Promise<readonly FeedOutcome[]>
  readonly remove: (name: string) => Promise<void>
  /** Pins a version; without one, unpins. */
  readonly pin: (name: string, version: string | undefined) => Promise<FeedRow>
}
