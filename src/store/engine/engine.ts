// What the store asks of an engine, wherever that runs: statements in, rows out.
import type { Fragment } from '../../sql/index.ts'
import { shareSettings } from './share.ts'

/** Settings of one statement, by the engine's names. */
export type Settings = Readonly<Record<string, string | number>>

/** Where rows go. */
export interface Target {
  readonly table: string
  readonly columns: readonly string[]
}

/** What inserts need. */
export interface Rows extends Target {
  /** One JSON array per line, in pieces. Asked for once. */
  readonly bytes: Iterable<Uint8Array>
  /** Adds a column with one value to all of them, and leaves out some of theirs. */
  readonly tagged?: RowTag
}

/** One more column of all rows of an insert. */
export interface RowTag {
  /** Names and types of the columns of the lines, in order. */
  readonly structure: string
  /** Those of them that are stored. */
  readonly stored: readonly string[]
  readonly column: string
  readonly value: number
}

/** The head of an insert of lines that `source` gives, by the structure of these. */
export function insertOf(
  { table, columns, tagged }: Omit<Rows, 'bytes'>,
  source: (structure: string) => string,
): string {
  if (tagged === undefined) return `INSERT INTO ${table} (${columns.join(', ')}) SELECT * FROM ${source('')}`
  const { structure, stored, column, value } = tagged
  const list = stored.join(', ')
  return `INSERT INTO ${table} (${list}, ${column}) SELECT ${list}, ${value} FROM ${source(structure)}`
}

/** What one call may ask for. */
export interface RunOptions {
  readonly signal?: AbortSignal | undefined
  /** Largest result in bytes; more fails with code `params`. */
  readonly maxResultBytes?: number | undefined
  /** Seconds; 0 for work without a time limit. */
  readonly maxExecutionSeconds?: number
  readonly settings?: Settings
  /** Whether it takes long for each character of a text. */
  readonly isSlow?: boolean
  /** Milliseconds after which a server that is silent does not answer; by default a while after the time limit. */
  readonly answerWithin?: number
}

/** Limits of every statement that names no others. */
export interface StatementLimits {
  readonly maxExecutionSeconds: number
  readonly maxQueryMemoryBytes: number
}

/** An engine: in this process, on a server, or on many. Failures a caller can do something about are AppErrors. */
export interface Engine {
  /** Runs a statement; each row of its result is one element. */
  readonly query: <Row>(fragment: Fragment, options?: RunOptions) => Promise<Row[]>
  /** Runs a statement whose result comes in pieces, read only as fast as they are taken. */
  readonly stream: <Row>(fragment: Fragment, options?: RunOptions) => AsyncGenerator<Row[]>
  /** The same as whole lines of text, one JSON array per row. */
  readonly streamText: (fragment: Fragment, options?: RunOptions) => AsyncGenerator<string>
  /** Runs a statement that changes something and returns nothing. */
  readonly command: (text: string, options?: RunOptions) => Promise<void>
  /** Adds rows to a table; whole or not at all when they make one block. */
  readonly insert: (rows: Rows, settings: Settings) => Promise<void>
  readonly close: () => Promise<void>
}

/** The settings with which a statement keeps its limits. */
export function settingsOf(options: RunOptions, limits: StatementLimits): Settings {
  return {
    max_execution_time: options.maxExecutionSeconds ?? limits.maxExecutionSeconds,
    max_memory_usage: limits.maxQueryMemoryBytes,
    ...(options.maxResultBytes !== undefined && { max_result_bytes: options.maxResultBytes }),
    ...options.settings,
    ...shareSettings(options.isSlow ?? false, options.settings?.['max_threads']),
  }
}

/** Rows of a result that came as one JSON array per line. */
export function parseRows<Row>(text: string): Row[] {
  return text === '' ? [] : (JSON.parse(`[${text.trimEnd().replaceAll('\n', ',')}]`) as Row[])
}
