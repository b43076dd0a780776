// What a feed is and what can be done with feeds.
import type { ColumnHints, Covered, Freshness } from '../../tag/index.ts'

/** Kinds that are not list of ranges but replace a database of the program. */
export const DATABASE_KINDS = ['geography', 'network'] as const

/** One version of a feed that was good. Times are seconds since 1970 UTC. */
export interface FeedVersion {
  /** First 16 hexadecimal digits of the checksum; also the name of its file. */
  readonly id: string
  readonly sha256: string
  readonly bytes: number
  /** When it was last confirmed to be the newest. */
  readonly retrievedAt: number
  /** When it was retrieved first; absent in versions from before. */
  readonly since?: number | undefined
  /** The date the feed itself states. */
  readonly statedAt: number | null
  /** What the feed calls its version. */
  readonly label: string | null
  readonly licence: string | null
  /** The reader that read it. */
  readonly format: string
  readonly category: string
  readonly records: number
  /** Lines that could not be read, and the first reasons. */
  readonly bad: number
  readonly reasons: readonly string[]
  /** What the reader had to guess, and how to overrule it; absent in versions from before. */
  readonly guesses?: readonly string[] | undefined
  /** How much of the address space it covers; absent in versions from before. */
  readonly covered?: Covered | undefined
  readonly etag: string | null
  readonly lastModified: string | null
  /** Whether a second file for IPv6 stands beside it (databases only). */
  readonly second: boolean
}

/** A feed as it is kept. */
export interface Feed {
  readonly name: string
  /** A reader's name, `auto`, `geography` or `network`. */
  readonly kind: string
  /** Where updates come from; null for what was uploaded. */
  readonly url: string | null
  readonly file: string | null
  readonly tags: readonly string[] | null
  readonly basis: 'published' | 'curated' | null
  readonly confidence: number | null
  readonly override: boolean
  /** The declared columns of a table or path of JSON; absent where none were. */
  readonly columns?: ColumnHints | undefined
  /** What the widest version covers that the administrator accepted. */
  readonly accepted?: Covered | undefined
  /** Set while a version is added whose size the administrator accepts. */
  readonly acceptSize?: true | undefined
  readonly licence: string | null
  readonly addedAt: number
  readonly checkedAt: number
  /** Why the last update brought nothing; the version before it is in use. */
  readonly failure: { readonly at: number; readonly reason: string } | null
  /** The version that stays in use whatever comes. */
  readonly pinned: string | null
  /** Newest first. */
  readonly versions: readonly FeedVersion[]
}

/** A feed with the version in use and its state now. */
export interface FeedRow extends Feed {
  readonly active: FeedVersion
  readonly state: Freshness
}

/** Where a feed's bytes come from. */
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
  /** Takes the list however much it covers. */
  readonly acceptSize?: boolean | undefined
  readonly licence?: string | undefined
}

/** How an update is made. */
export interface UpdateOptions {
  /** Takes the list however much it covers. */
  readonly acceptSize?: boolean | undefined
}

/** What an update of one feed brought. */
export interface FeedOutcome {
  readonly name: string
  readonly outcome: 'updated' | 'unchanged' | 'failed'
  readonly reason: string | null
  readonly feed: FeedRow
}

/** What can be done with feeds; mistakes of the caller are `AppError`s, failures of an update are outcomes. */
export interface Feeds {
  readonly list: () => Promise<readonly FeedRow[]>
  readonly show: (name: string) => Promise<FeedRow>
  readonly add: (input: FeedInput) => Promise<FeedRow>
  /** Updates the named feed, from `content` where given, or every feed that comes from somewhere. */
  readonly update: (
    name: string | undefined,
    content?: FeedContent | undefined,
    options?: UpdateOptions | undefined,
  ) => Promise<readonly FeedOutcome[]>
  readonly remove: (name: string) => Promise<void>
  /** Keeps a version in use; without one, the newest again. */
  readonly pin: (name: string, version: string | undefined) => Promise<FeedRow>
}
