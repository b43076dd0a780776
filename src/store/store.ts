// The store of records: what every implementation (embedded, server, cluster) offers to the services.
import type { Asset } from '../asset/index.ts'
import type { Field } from '../field/index.ts'
import type { ResolvedQuery } from '../query/index.ts'

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
}

/** What a write did. */
export interface WriteResult {
  readonly added: number
  readonly replaced: number
  /** Only the last-seen time moved. */
  readonly touched: number
  readonly unchanged: number
}

/** Everything the records hold of one address. Lists are distinct, sorted and bounded; days are `YYYY-MM-DD`. */
export interface Observed {
  readonly ports: readonly number[]
  readonly protocols: readonly string[]
  readonly products: readonly string[]
  readonly titles: readonly string[]
  /** Common and alternative names of certificates. */
  readonly certNames: readonly string[]
  readonly certStates: readonly ('expired' | 'self_signed')[]
  readonly domains: readonly string[]
  /** Number of all domains, also those beyond the bound. */
  readonly domainCount: number
  readonly first: string
  readonly last: string
  readonly records: number
  /** Beginnings of banners. */
  readonly banners: readonly string[]
  /** Whether a record was stated to be a honeypot's. */
  readonly statedHoneypot: boolean
}

/** The moment of an observation, milliseconds UTC. */
export interface ObserveOptions {
  readonly now: number
  readonly signal?: AbortSignal | undefined
}

/** Facts for the start line, `/readyz`, metrics and doctor. */
export interface StoreInfo {
  readonly records: number
  readonly bytesOnDisk: number
  readonly newest: number | undefined
  /** Bytes of memory the engine holds, caches included. */
  readonly memory: number
  readonly schemaVersion: number
}

/** What a store keeps: current records, and units whose content does not stand now. */
export type RowKind = 'records' | 'dormant'

/** Stored rows as they are, so that another store may hold the same: whole lines, one JSON array each. */
export interface StoredRows {
  readonly kind: RowKind
  /** What each array holds, in order. */
  readonly columns: readonly string[]
  readonly count: number
  readonly lines: Uint8Array
}

/** The store. All calls may run at the same time; each honours its signal and the store's time and memory limits. */
export interface Store {
  /** Adds and replaces; durable when it resolves. The batch may hold one identity several times. */
  readonly write: (batch: readonly Asset[]) => Promise<WriteResult>
  /** One page of texts. */
  readonly page: (request: PageRequest) => Promise<ResultPage>
  /** Exact number of matches. */
  readonly count: (selection: Selection, signal?: AbortSignal) => Promise<number>
  /** Every match in order, as of the moment the reading began, in pieces and in constant memory; it may be left at any time. */
  readonly scan: (request: ScanRequest) => AsyncIterable<ResultPage>
  /** Removes every match (exactly those), and says how many. */
  readonly remove: (selection: Selection, signal?: AbortSignal) => Promise<number>
  /** What the records of any age say of addresses (canonical texts), in one statement; those without a record are absent. */
  readonly observe: (
    ips: readonly string[],
    options: ObserveOptions,
  ) => Promise<ReadonlyMap<string, Observed>>
  /** Everything stored, all of it as of one moment, in pieces that one `load` takes; writes go on meanwhile. */
  readonly dump: (signal?: AbortSignal) => AsyncIterable<StoredRows>
  /** Adds stored rows as they are to a store that does not hold them; durable when it resolves. */
  readonly load: (rows: StoredRows) => Promise<void>
  readonly info: () => Promise<StoreInfo>
  readonly close: () => Promise<void>
}
