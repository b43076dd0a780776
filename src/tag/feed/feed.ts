// What a feed holds once it is read; plain data that threads can hand over.
import type { RangeList } from '../range/index.ts'
import type { Category } from '../vocabulary/index.ts'

/** What a source says of a range or a system. */
export interface Label {
  readonly tags: readonly string[]
  /** Tags an administrator's list takes away here. */
  readonly forbid?: readonly string[] | undefined
  readonly region?: string | undefined
  readonly service?: string | undefined
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country?: string | undefined
  readonly city?: string | undefined
  /** Start confidence of this range instead of the source's. */
  readonly confidence?: number | undefined
  readonly note?: string | undefined
  /** Where abuse of the addresses is reported to. */
  readonly contact?: string | undefined
}

/** A feed that was read. */
export interface Feed {
  /** The reader that read it. */
  readonly kind: string
  readonly ranges: RangeList
  readonly labels: readonly Label[]
  /** Whole autonomous systems, with the position of their label. */
  readonly systems: readonly { readonly asn: number; readonly label: number }[]
  /** Ranges and systems. */
  readonly records: number
  /** Lines or items that could not be read, with the first reasons. */
  readonly bad: number
  readonly reasons: readonly string[]
  /** What the reader had to guess, and how to overrule it. */
  readonly guesses: readonly string[]
  /** The feed's own date, seconds since 1970 UTC. */
  readonly statedAt: number | null
  readonly version: string | null
  readonly licence: string | null
  readonly category: Category
  readonly basis: 'published' | 'curated' | 'asn' | 'override'
  /** Start confidence where a label has none. */
  readonly confidence: number
  /** Namespaces in which the feed says yes. */
  readonly speaks: readonly string[]
  /** Tags that the feed lists completely, so that its silence about an address means no. */
  readonly complete: readonly Complete[]
}

/** A tag of which a feed names every address, and the families for which that holds. */
export interface Complete {
  readonly tag: string
  readonly versions: readonly (4 | 6)[]
}

/** What whoever keeps the file knows of it besides its bytes. */
export interface FeedHints {
  /** The source's name, from which a list without a name of its own takes it. */
  readonly name?: string | undefined
  /** What the listed addresses are, where the format does not say. */
  readonly tags?: readonly string[] | undefined
  readonly basis?: 'published' | 'curated' | undefined
  readonly confidence?: number | undefined
  /** An administrator's list that adds and forbids. */
  readonly override?: boolean | undefined
  /** The columns of a table or the path of JSON that hold the addresses. */
  readonly columns?: ColumnHints | undefined
}

/** Columns as they are declared: names, numbers from 1, or for JSON a path. */
export interface ColumnHints {
  readonly column?: string | undefined
  readonly first?: string | undefined
  readonly last?: string | undefined
}

/** A format of feeds. */
export interface Reader {
  readonly kind: string
  readonly title: string
  readonly basis: 'published' | 'curated' | 'asn'
  /** Start confidence instead of the usual one of the basis. */
  readonly confidence?: number
  /** Category of lists without tags. */
  readonly category?: Category
  readonly detect: (text: FeedText) => boolean
  /** Whether a text declared to be of the format is taken as one, where that is more than what is recognised. */
  readonly accepts?: (text: FeedText) => boolean
  readonly read: (text: FeedText, sink: FeedSink, hints: FeedHints) => void
}

/** The text of a feed, read as JSON at most once and only when asked. */
export interface FeedText {
  readonly whole: string
  /** The first 64 KiB. */
  readonly head: string
  /** The JSON value of the whole text, or undefined when it is none. */
  readonly json: () => unknown
  /** A sentence about why it is not valid JSON. */
  readonly jsonProblem: () => string
}

/** Takes what a reader finds. */
export interface FeedSink {
  /** The number under which a label is known; equal labels are kept once. */
  readonly label: (label: Label) => number
  /** Adds a range in text; anything else is counted as bad, with the place. */
  readonly range: (text: string, label: number, place: string) => void
  readonly system: (asn: string | number, label: number, place: string) => void
  readonly bad: (place: string, reason: string) => void
  /** Counts a line of which an address was left out, as the source and destination of a connection. */
  readonly unread: (place: string, text: string) => void
  /** Says what the reader had to guess, and how to overrule it. */
  readonly guess: (sentence: string) => void
  readonly state: (facts: { date?: number | undefined; version?: string; licence?: string }) => void
  /** States that the feed names every address of the tag; without a call, what its basis allows to conclude. */
  readonly complete: (tag: string, versions?: readonly (4 | 6)[]) => void
}

/** A feed that cannot be used; the message says why and is shown to the administrator. */
export class FeedError extends Error {}
