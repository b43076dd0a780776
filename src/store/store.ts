// The store of records: what every implementation (embedded, server, cluster) offers to the services.
import type { Asset, Observed, Column } from '../asset/index.ts'
import type { Field } from '../field/index.ts'
import type { ResolvedQuery } from '../query/index.ts'
import type { Dimension } from '../sql/index.ts'
import type { StoreDamage } from './damage.ts'

export type { Dimension } from '../sql/index.ts'

/** Which records: a query, and unless `since` is undefined only those last seen at or after it (seconds since 1970 UTC). */
export interface Selection {
  readonly query: ResolvedQuery
  readonly since: number | undefined
  /** Milliseconds UTC that count as now for what depends on today. */
  readonly now: number
}

/** One page, newest first: `lastupdatetime` descending, `host` ascending in byte order, `base_protocol` ascending. */
export interface PageRequest extends Selection {
  readonly fields: readonly Field[]
  /** Counted from the begin, or from behind `from`. */
  readonly offset: number
  readonly limit: number
  readonly from?: Position
  /** Only records that have not changed since then. */
  readonly snapshot?: string
  /** Also counts the matches where that costs little beside a first page. */
  readonly counting?: boolean
  /** A page whose values are larger fails with code `params`; no limit by default. */
  readonly maxBytes?: number
  readonly signal?: AbortSignal
}

/** Every match, in the order of pages, from behind `from` on. */
export interface ScanRequest extends Selection {
  readonly fields: readonly Field[]
  readonly from?: Position
  readonly signal?: AbortSignal
}

/** The position after a record in that order. */
export interface Position {
  readonly lastupdatetime: number
  readonly host: string
  readonly base_protocol: string
}

/** A page: rows of texts in the order of the fields, and where it ends. */
export interface ResultPage {
  readonly rows: readonly (readonly string[])[]
  readonly end: Position | undefined
  /** The number of all matches, where it is counted too; undefined where records changed meanwhile. */
  readonly matches?: Promise<number | undefined>
}

/** Counting the values of fields among the matches; `size` values of each are told. */
export interface FacetRequest extends Selection {
  readonly dimensions: readonly Dimension[]
  readonly size: number
  readonly signal?: AbortSignal
}

/** A value and how many of the matches hold it. */
export interface CountedValue {
  readonly value: string
  readonly count: number
}

/** The values of one dimension: all of them, or those found with one value of its `within`. */
export interface Facet {
  /** Number of the dimension, from 0. */
  readonly dimension: number
  /** The value of `within`; empty without one. */
  readonly inside: string
  /** Number of different values, unknown aside. */
  readonly distinct: number
  /** The most frequent ones, by count and then in byte order; overlong ones are counted but not told. */
  readonly values: readonly CountedValue[]
}

/** What counting found; a dimension of which nothing is known has no facet. */
export interface Facets {
  readonly records: number
  /** Number of different addresses. */
  readonly addresses: number
  readonly facets: readonly Facet[]
}

/** Matches that were last seen within one span of time, by the span's number since 1970. */
export interface CountedSpan {
  readonly span: number
  readonly count: number
}

/** The newest matches as they are stored, some of their columns only. */
export interface PickRequest<Picked extends Column> extends Selection {
  readonly columns: readonly Picked[]
  readonly limit: number
  readonly signal?: AbortSignal
}

/** Looking for values that begin with a text, ignoring case. */
export interface ValuesRequest {
  readonly field: Field
  readonly prefix: string
  readonly limit: number
  readonly signal?: AbortSignal
}

/** The most frequent values found, and whether all records were looked at. */
export interface FoundValues {
  readonly values: readonly CountedValue[]
  readonly complete: boolean
}

/**
 * A page of a reading that writes do not disturb: every record that is there and matches throughout comes exactly once, where it stood
 * when the reading began.
 */
export interface FollowRequest extends Selection {
  readonly fields: readonly Field[]
  readonly limit: number
  readonly from?: Position
  /** What the first page told; absent for the first page. */
  readonly snapshot?: string
  readonly signal?: AbortSignal
}

/** Such a page; `end` is the place of its last record when the reading began. */
export interface FollowedPage extends ResultPage {
  readonly snapshot: string
  /** Whether there is a next page. */
  readonly more: boolean
}

/** What a write did. */
export interface WriteResult {
  readonly added: number
  readonly replaced: number
  /** Only the last-seen time moved. */
  readonly touched: number
  readonly unchanged: number
}

/** A batch that was taken in, but does not count yet. */
export interface Appended {
  /** Resolves when its unit is committed: whatever happens then, the batch is not lost. Never resolves without `flush` sooner than the unit is full or old. */
  readonly durable: Promise<WriteResult>
}

/** The moment of an observation, milliseconds UTC. */
export interface ObserveOptions {
  readonly now: number
  readonly signal?: AbortSignal | undefined
}

/** Facts for the start line, `/readyz`, metrics and doctor. */
export interface StoreInfo extends StoreDamage {
  readonly records: number
  readonly bytesOnDisk: number
  readonly newest: number | undefined
  /** Bytes of memory the engine holds, caches included. */
  readonly memory: number
  readonly schemaVersion: number
}

/** A span of last-seen times: seconds since 1970, `until` excluded. */
export interface Span {
  readonly from: number
  readonly until: number
}

/** Records that were last seen within the hour that begins at `hour`. */
export interface HourCount {
  readonly hour: number
  readonly records: number
}

/** A count of rows and the sum of their checksums: the same where two stores hold the same. */
export interface Checksum {
  readonly rows: number
  readonly sum: string
}

/** How the tables stand. */
export interface StoreReport extends StoreDamage {
  readonly records: number
  readonly bytesOnDisk: number
  readonly parts: number
  /** Why deletions do not end. */
  readonly failedMutations: readonly string[]
  /** Parts whose bytes are not those that were written; empty where that was not looked at. */
  readonly damaged: readonly string[]
  readonly newest: number | undefined
}

/** What a store keeps. */
export type RowKind = 'records'

/** Stored rows as they are, so that another store may hold the same: whole lines, one JSON array each. */
export interface StoredRows {
  readonly kind: RowKind
  /** What each array holds, in order. */
  readonly columns: readonly string[]
  readonly count: number
  readonly lines: Uint8Array
}

/** The records of an import: those that no other import observed, and the others. */
export interface ImportTrace {
  readonly alone: number
  readonly shared: number
}

/** What taking an import back did: records that went, and records that lost some of their content. */
export interface TakenBack {
  readonly removed: number
  readonly changed: number
}

/** The store. All calls may run at the same time; each honours its signal and the store's time and memory limits. */
export interface Store {
  /**
   * Adds and replaces; durable when it resolves. What follows from other columns must be there (`deriveColumns`). One identity may come
   * several times. A `Batch` needs least memory.
   */
  readonly write: (records: Iterable<Asset>) => Promise<WriteResult>
  /** Takes a batch in, for imports of many: it becomes durable with those round it, within seconds, or at `flush`. */
  readonly append: (records: Iterable<Asset>) => Promise<Appended>
  /** Makes durable what was appended. */
  readonly flush: () => Promise<void>
  /**
   * Changes what is stored of some records to what `derive` makes of it, without merging; identities that are not stored are not added.
   * Durable when it resolves. `derive` never changes the identity.
   */
  readonly revise: (records: Iterable<Asset>, derive: (stored: Asset) => Asset) => Promise<WriteResult>
  /** One page of texts. */
  readonly page: (request: PageRequest) => Promise<ResultPage>
  /** One page of a reading that may take up to a day, whatever is written meanwhile. */
  readonly follow: (request: FollowRequest) => Promise<FollowedPage>
  /** Exact number of matches. */
  readonly count: (selection: Selection, signal?: AbortSignal) => Promise<number>
  /** Counts the matches, their addresses and the values of fields, in one pass. */
  readonly facets: (request: FacetRequest) => Promise<Facets>
  /** Counts the matches by when they were last seen, in spans of so many seconds, oldest first; empty spans are left out. */
  readonly times: (
    selection: Selection,
    seconds: number,
    signal?: AbortSignal,
  ) => Promise<readonly CountedSpan[]>
  /** The newest matches in order, some columns of each. */
  readonly pick: <Picked extends Column>(
    request: PickRequest<Picked>,
  ) => Promise<readonly Pick<Asset, Picked>[]>
  /** Values among a bounded number of the newest records, for completion. */
  readonly values: (request: ValuesRequest) => Promise<FoundValues>
  /** For each number of a network, the name of its holder that sorts last among those known. */
  readonly networkNames: (
    numbers: readonly number[],
    signal?: AbortSignal,
  ) => Promise<ReadonlyMap<number, string>>
  /** Every match in order, as of the moment the reading began, in pieces and in constant memory; it may be left at any time. */
  readonly scan: (request: ScanRequest) => AsyncIterable<ResultPage>
  /** Removes every match (exactly those), and says how many. */
  readonly remove: (selection: Selection, signal?: AbortSignal) => Promise<number>
  /** How many records an import is a part of. */
  readonly traceOf: (importId: string) => Promise<ImportTrace>
  /** Removes what an import brought; where another import saw the same, that one stands for it. */
  readonly takeBack: (importId: string, signal?: AbortSignal) => Promise<TakenBack>
  /** What the records of any age say of addresses (canonical texts), in one statement; those without a record are absent. */
  readonly observe: (
    ips: readonly string[],
    options: ObserveOptions,
  ) => Promise<ReadonlyMap<string, Observed>>
  /** Everything stored, all of it as of one moment, in pieces that one `load` takes; writes go on meanwhile. */
  readonly dump: (signal?: AbortSignal) => AsyncIterable<StoredRows>
  /** Records by the hour they were last seen in, oldest first, hours without any left out. */
  readonly hours: () => Promise<readonly HourCount[]>
  /** Counts and checksums rows: of records those of a span, or all. */
  readonly checksum: (kind: RowKind, span?: Span) => Promise<Checksum>
  /** The rows themselves; whatever is written meanwhile may be among them or not. */
  readonly read: (kind: RowKind, span?: Span, signal?: AbortSignal) => AsyncIterable<StoredRows>
  /** Adds stored rows as they are to a store that does not hold them; durable when it resolves. */
  readonly load: (rows: StoredRows) => Promise<void>
  readonly info: () => Promise<StoreInfo>
  /** Looks at the tables; `thorough` reads all of them and compares checksums. */
  readonly examine: (thorough: boolean) => Promise<StoreReport>
  readonly close: () => Promise<void>
}
