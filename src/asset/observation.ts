// What one source stated about one service at one time: the only output of importers.
import type { Asset, Column } from './asset.ts'
import type { BaseProtocol } from './column.ts'
import type { COLUMN_TABLE } from './columns.ts'
import type { StatedFinding } from './finding.ts'

/** A column that a source may state. */
export type StatedColumn = {
  [Name in Column]: (typeof COLUMN_TABLE)[Name]['stated'] extends true ? Name : never
}[Column]

/** The columns that a source may state. `host` is derived from the identity; times, hashes of bodies and history are computed. */
export type Stated = { -readonly [Name in StatedColumn]?: Asset[Name] }

/** One observation. Enrichment never changes a key present in `stated`, even an empty one, and may fill an absent key. */
export interface Observation {
  /** The name or address as it was reached; any spelling, brackets and upper case allowed. Enrichment makes it canonical. */
  readonly reached: string
  readonly port: number
  readonly baseProtocol: BaseProtocol
  /** Milliseconds since 1970 UTC, or undefined if the source has no time. */
  readonly time: number | undefined
  /** First seen according to the source (milliseconds since 1970 UTC). */
  readonly firstSeen?: number
  readonly stated: Stated
  /** The page that was captured, for captures of web pages. */
  readonly page?: Page
  /** Length in bytes of the whole body, if `stated.body` is only its start. */
  readonly bodyLength?: number
  /**
   * The source states that content observed earlier is still current and repeats only part of it (a WARC revisit whose original is
   * elsewhere, a 304): it creates a missing record, otherwise it updates only `lastupdatetime`, as a bare port does.
   */
  readonly repeat?: true
  /** Every address that the name resolves to or was reached at, if the source lists them. */
  readonly addresses?: readonly string[]
  /** The leaf certificate as DER or PEM, from which certificate text and fields are derived. */
  readonly certificate?: Uint8Array | string
  /** Bytes of the site's icon, for `icon_hash`. */
  readonly icon?: Uint8Array
  /** A picture of the page: its bytes, or where the tool stored it, in the tool's own words. */
  readonly screenshot?: Uint8Array | StoredScreenshot
  /** What a scanner found on the service. An observation with findings alone is a bare port with findings. */
  readonly findings?: readonly StatedFinding[]
}

/** The file of a screenshot as a tool names it; whoever reads the input looks for it beside the input. */
export interface StoredScreenshot {
  readonly path: string
}

/** The page of a site that a web capture shows. */
export interface Page {
  readonly scheme: 'http' | 'https'
  /** Path with its leading slash, query excluded. */
  readonly path: string
}

/** The transport that a source names, in any case; undefined for other texts. */
export function readBaseProtocol(text: string): BaseProtocol | undefined {
  const name = text.toLowerCase()
  return name === 'tcp' || name === 'udp' || name === 'sctp' ? name : undefined
}
