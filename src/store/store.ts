// The store of records: what every implementation (embedded, server, cluster) offers to the services.
import type { Asset, Column, ExclusionRule, Observed } from '../asset/index.ts'
import type { Field } from '../field/index.ts'
import type { ResolvedQuery } from '../query/index.ts'
import type { AgeLimits, Dimension, FieldValues } from '../sql/index.ts'
import type { Combination, CombinationsRequest, ListColumn } from './read/combination.ts'
import type { StoreDamage } from './read/damage.ts'
import type { ExpiredCount } from './read/expired.ts'
import type { SharedValue } from './read/shared-value.ts'

export type { AgeLimits, Dimension, FieldValues } from '../sql/index.ts'
export type { Combination, CombinationsRequest, ListColumn } from './read/combination.ts'
export type { SharedValue } from './read/shared-value.ts'

/**
 * Selects records: those that match a query and, unless `since` is undefined, were last seen at or after it (seconds since 1970
 * UTC).
 */
export interface Selection {
  readonly query: ResolvedQuery
  readonly since: number | undefined
  /** The current time for values that depend on it, in milliseconds UTC. */
  readonly now: number
}

/** One page, newest first: `lastupdatetime` descending, `host` ascending in byte order, `base_protocol` ascending. */
export interface PageRequest extends Selection {
  readonly fields: readonly Field[]
  /** The number of matches to skip, from the first match or from `from`. */
  readonly offset: number
  readonly limit: number
  readonly from?: Position
  /** Only records that have not changed since then. */
  readonly snapshot?: string
  /** Only the newest of the records with the same title and body; a record without a body is like no other. */
  readonly collapse?: boolean
  /** Also counts the matches when that is cheap beside a first page. */
  readonly counting?: boolean
  /** A page with larger values fails with code `params`; no limit by default. */
  readonly maxBytes?: number
  readonly signal?: AbortSignal
}

/** Every match, in the order of pages, after `from`. */
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

/** A page: rows of texts in the order of the fields, and its last sort key. */
export interface ResultPage {
  readonly rows: readonly (readonly string[])[]
  readonly end: Position | undefined
  /** The number of all matches, if it was counted; undefined when records changed meanwhile. */
  readonly matches?: Promise<number | undefined>
}

/** A request to count the values of fields among the matches; `size` values of each are returned. */
export interface FacetRequest extends Selection {
  readonly dimensions: readonly Dimension[]
  readonly size: number
  readonly signal?: AbortSignal
}

/** A value and how many matches contain it. */
export interface CountedValue {
  readonly value: string
  readonly count: number
}

/** The values of one dimension: all of them, or those that occur together with one value of its `within`. */
export interface Facet {
  /** Number of the dimension, from 0. */
  readonly dimension: number
  /** The value of `within`; empty without one. */
  readonly inside: string
  /** Number of different values, without unknown ones. */
  readonly distinct: number
  /** The most frequent values, by count and then in byte order; overlong ones are counted but not returned. */
  readonly values: readonly CountedValue[]
}

/** The result of counting; a dimension without known values has no facet. */
export interface Facets {
  readonly records: number
  /** Number of different addresses. */
  readonly addresses: number
  readonly facets: readonly Facet[]
}

/** The number of matches last seen within one time span; the span is given by its number since 1970. */
export interface CountedSpan {
  readonly span: number
  readonly count: number
}

/** A request for some stored columns of the newest matches. */
export interface PickRequest<Picked extends Column> extends Selection {
  readonly columns: readonly Picked[]
  readonly limit: number
  readonly signal?: AbortSignal
}

/** A request for values that start with a text, ignoring case. */
export interface ValuesRequest {
  readonly field: Field
  readonly prefix: string
  readonly limit: number
  readonly signal?: AbortSignal
}

/** The most frequent values found, and whether all records were searched. */
export interface FoundValues {
  readonly values: readonly CountedValue[]
  readonly complete: boolean
}

/** A request for the records that have some of these values. */
export interface SharingRequest extends Selection {
  readonly wanted: readonly FieldValues[]
  /** Number of hosts that are returned by name for each value. */
  readonly most: number
  /** Where counting the records of a value ends that more than `most` hosts have; all are counted without it. */
  readonly bound?: number
  readonly signal?: AbortSignal
}

/** A page of a snapshot: every record that exists and matches throughout is returned exactly once, at its position in the snapshot. */
export interface FollowRequest extends Selection {
  readonly fields: readonly Field[]
  readonly limit: number
  readonly from?: Position
  /** The snapshot that the first page returned; absent for the first page. */
  readonly snapshot?: string
  readonly signal?: AbortSignal
}

/** A page of a snapshot; `end` is the sort key of its last record in the snapshot. */
export interface FollowedPage extends ResultPage {
  readonly snapshot: string
  /** Whether there is a next page. */
  readonly more: boolean
}

/** The result of a write. */
export interface WriteResult {
  readonly added: number
  readonly replaced: number
  /** Only the last-seen time changed. */
  readonly touched: number
  readonly unchanged: number
}

/** A batch that was accepted but is not committed yet. */
export interface Appended {
  /**
   * Resolves when its unit is committed; from then on the batch cannot be lost. Without `flush` it does not resolve before the unit is full
   * or old.
   */
  readonly durable: Promise<WriteResult>
}

/** The time of an observation, milliseconds UTC. */
export interface ObserveOptions {
  readonly now: number
  readonly signal?: AbortSignal | undefined
}

/** Facts for the log line at the start, `/readyz`, metrics and doctor. */
export interface StoreInfo extends StoreDamage {
  readonly records: number
  readonly bytesOnDisk: number
  readonly newest: number | undefined
  /** Memory that the engine uses, in bytes, caches included. */
  readonly memory: number
  readonly schemaVersion: number
}

/** A span of last-seen times: seconds since 1970, `until` excluded. */
export interface Span {
  readonly from: number
  readonly until: number
}

/** Records that were last seen within the hour that starts at `hour`. */
export interface HourCount {
  readonly hour: number
  readonly records: number
}

/** A count of rows and the sum of their checksums: equal when two stores contain the same rows. */
export interface Checksum {
  readonly rows: number
  readonly sum: string
}

/** The condition of the tables. */
export interface StoreReport extends StoreDamage {
  readonly records: number
  readonly bytesOnDisk: number
  readonly parts: number
  /** Why deletions do not finish. */
  readonly failedMutations: readonly string[]
  /** Parts whose checksums do not match; empty when they were not checked. */
  readonly damaged: readonly string[]
  /** Replicas that hold fewer records than others of their shard. */
  readonly differing: readonly string[]
  readonly newest: number | undefined
}

/** The kinds of rows in a store. */
export type RowKind = 'records'

/** Stored rows unchanged, for copying to another store: whole lines, one JSON array each. */
export interface StoredRows {
  readonly kind: RowKind
  /** The columns of each array, in order. */
  readonly columns: readonly string[]
  readonly count: number
  readonly lines: Uint8Array
}

/** The records of an import: those that no other import observed, and the others. */
export interface ImportTrace {
  readonly alone: number
  readonly shared: number
}

/** The result of undoing an import: records that were removed, and records that lost some of their content. */
export interface UndoneRecords {
  readonly removed: number
  readonly changed: number
}

/** The store. All calls may run concurrently; each honours its signal and the store's time and memory limits. */
export interface Store {
  /**
   * Adds and replaces records; durable when it resolves. Derived columns must be filled (`deriveColumns`). The same identity may
   * occur several times. A `Batch` needs the least memory.
   */
  readonly write: (records: Iterable<Asset>) => Promise<WriteResult>
  /** Accepts a batch of a large import. It becomes durable together with other batches, within seconds or at `flush`. */
  readonly append: (records: Iterable<Asset>) => Promise<Appended>
  /** Makes appended batches durable. */
  readonly flush: () => Promise<void>
  /**
   * Replaces some stored records with the result of `derive`, without merging. Identities that are not stored are not added.
   * Durable when it resolves. `derive` must not change the identity.
   */
  readonly revise: (records: Iterable<Asset>, derive: (stored: Asset) => Asset) => Promise<WriteResult>
  /** One page of texts. */
  readonly page: (request: PageRequest) => Promise<ResultPage>
  /** One page of a snapshot, which can be continued for up to a day, whatever is written meanwhile. */
  readonly follow: (request: FollowRequest) => Promise<FollowedPage>
  /** Exact number of matches. */
  readonly count: (selection: Selection, signal?: AbortSignal) => Promise<number>
  /** Counts the matches, their addresses and the values of fields, in one pass. */
  readonly facets: (request: FacetRequest) => Promise<Facets>
  /** Counts the matches by last-seen time, in spans of `seconds`, oldest first; empty spans are left out. */
  readonly times: (
    selection: Selection,
    seconds: number,
    signal?: AbortSignal,
  ) => Promise<readonly CountedSpan[]>
  /** Some columns of the newest matches, in order. */
  readonly pick: <Picked extends Column>(
    request: PickRequest<Picked>,
  ) => Promise<readonly Pick<Asset, Picked>[]>
  /** Values among a bounded number of the newest records, for completion. */
  readonly values: (request: ValuesRequest) => Promise<FoundValues>
  /** The different combinations of some columns; those with lists of any length are too many. */
  readonly combinations: <Picked extends Column>(
    request: CombinationsRequest<Picked>,
  ) => Promise<readonly Combination<Picked>[]>
  /** All values of a column of lists among all records, and perhaps some that are no longer there; cached until a record changes. */
  readonly distinct: (column: ListColumn, signal?: AbortSignal) => Promise<readonly string[]>
  /** How many matches have each of these values; a value that none has is absent. */
  readonly sharing: (request: SharingRequest) => Promise<readonly SharedValue[]>
  /** For each network number, the name of its holder that sorts last among the known ones. */
  readonly networkNames: (
    numbers: readonly number[],
    signal?: AbortSignal,
  ) => Promise<ReadonlyMap<number, string>>
  /** Every match in order, as of the start of the scan, in pieces and in constant memory; the caller may stop at any time. */
  readonly scan: (request: ScanRequest) => AsyncIterable<ResultPage>
  /** Removes exactly the matches and returns their number. */
  readonly remove: (selection: Selection, signal?: AbortSignal) => Promise<number>
  /** Hides the records that these rules exclude from every answer from now on. The rules replace earlier ones. */
  readonly exclude: (rules: readonly ExclusionRule[]) => void
  /** Removes the records that rules exclude and returns their number; `onFound` gets it before the removal, which waits for it. */
  readonly removeExcluded: (
    rules: readonly ExclusionRule[],
    signal?: AbortSignal,
    onFound?: (records: number) => Promise<void>,
  ) => Promise<number>
  /** Erases the rows of removed records from the disk; on its own, the engine does so only when it merges their parts. */
  readonly eraseRemoved: () => Promise<void>
  /** The number of records older than the limits allow: in total, and for the imports of each limit, the default limit first. */
  readonly countExpired: (limits: AgeLimits, signal?: AbortSignal) => Promise<ExpiredCount>
  /** Removes the records that are older than the limits allow and returns their number. */
  readonly removeExpired: (limits: AgeLimits, signal?: AbortSignal) => Promise<number>
  /** The number of records that contain something from an import. */
  readonly traceOf: (importId: string) => Promise<ImportTrace>
  /** Removes what an import contributed. What another import also observed stays and is attributed to that import. */
  readonly undoImport: (
    importId: string,
    signal?: AbortSignal,
    onProgress?: (done: UndoneRecords) => void,
  ) => Promise<UndoneRecords>
  /** Summarizes the records of any age for addresses (canonical texts), in one statement; addresses without a record are absent. */
  readonly observe: (
    ips: readonly string[],
    options: ObserveOptions,
  ) => Promise<ReadonlyMap<string, Observed>>
  /** All stored rows as of one moment, in pieces that one `load` accepts; writes continue meanwhile. */
  readonly dump: (signal?: AbortSignal) => AsyncIterable<StoredRows>
  /** Number of records per hour in which they were last seen, oldest first, without empty hours. */
  readonly hours: () => Promise<readonly HourCount[]>
  /** Counts and checksums rows: the records of a span, or all. */
  readonly checksum: (kind: RowKind, span?: Span) => Promise<Checksum>
  /** The rows of a span, or some of their columns; rows written meanwhile may be included or not. */
  readonly read: (
    kind: RowKind,
    span?: Span,
    signal?: AbortSignal,
    columns?: readonly Column[],
  ) => AsyncIterable<StoredRows>
  /** Adds stored rows unchanged to a store that does not contain them; durable when it resolves. */
  readonly load: (rows: StoredRows) => Promise<void>
  readonly info: () => Promise<StoreInfo>
  /** Examines the tables; `thorough` reads all of them and compares checksums. */
  readonly examine: (thorough: boolean) => Promise<StoreReport>
  readonly close: () => Promise<void>
}
