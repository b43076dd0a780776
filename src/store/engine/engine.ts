// What the store needs from an engine, wherever it runs: statements in, rows out.
import type { Fragment } from '../../sql/index.ts'
import { shareSettings } from './share.ts'

/** Settings of one statement, named as in the engine. */
export type Settings = Readonly<Record<string, string | number>>

/** The table and columns of an insert. */
interface Target {
  readonly table: string
  readonly columns: readonly string[]
}

/** The rows of an insert. */
export interface Rows extends Target {
  /** One JSON array per line, in pieces. Iterated once. */
  readonly bytes: Iterable<Uint8Array>
  /** Adds a column with one value to every row, and drops some columns of the lines. */
  readonly tagged?: RowTag
}

/** A column added to all rows of an insert. */
export interface RowTag {
  /** Names and types of the columns of the lines, in order. */
  readonly structure: string
  /** The columns of the lines that are stored. */
  readonly stored: readonly string[]
  readonly column: string
  readonly value: number
}

/** The head of an insert whose lines come from `source`, described by their structure. */
export function insertOf(
  { table, columns, tagged }: Omit<Rows, 'bytes'>,
  source: (structure: string) => string,
): string {
  if (tagged === undefined) return `INSERT INTO ${table} (${columns.join(', ')}) SELECT * FROM ${source('')}`
  const { structure, stored, column, value } = tagged
  const list = stored.join(', ')
  return `INSERT INTO ${table} (${list}, ${column}) SELECT ${list}, ${value} FROM ${source(structure)}`
}

/** Options of one call. */
export interface RunOptions {
  readonly signal?: AbortSignal | undefined
  /** Largest result in bytes; a larger one fails with code `params`. */
  readonly maxResultBytes?: number | undefined
  /** Time limit in seconds; 0 for none. */
  readonly maxExecutionSeconds?: number
  readonly settings?: Settings
  /** Whether the statement spends long on each character of a text. */
  readonly isSlow?: boolean
  /** Milliseconds after which a silent server counts as not answering; by default a while after the time limit. */
  readonly answerWithin?: number
}

/** Limits of every statement that does not set its own. */
export interface StatementLimits {
  readonly maxExecutionSeconds: number
  readonly maxQueryMemoryBytes: number
}

/** An engine: in this process, on one server, or on many. Failures that a caller can act on are AppErrors. */
export interface Engine {
  /** Runs a statement; each row of its result is one element. */
  readonly query: <Row>(fragment: Fragment, options?: RunOptions) => Promise<Row[]>
  /** Runs a statement and yields its result in pieces, read only as fast as the caller takes them. */
  readonly stream: <Row>(fragment: Fragment, options?: RunOptions) => AsyncGenerator<Row[]>
  /** The same as whole lines, one JSON array per row. */
  readonly streamText: (fragment: Fragment, options?: RunOptions) => AsyncGenerator<string>
  /** Runs a statement that changes data and returns nothing. */
  readonly command: (text: string, options?: RunOptions) => Promise<void>
  /** Adds rows to a table. Atomic when the rows fit one block. */
  readonly insert: (rows: Rows, settings: Settings) => Promise<void>
  readonly close: () => Promise<void>
}

/** The settings that enforce the limits of a statement. */
export function settingsOf(options: RunOptions, limits: StatementLimits): Settings {
  return {
    max_execution_time: options.maxExecutionSeconds ?? limits.maxExecutionSeconds,
    max_memory_usage: limits.maxQueryMemoryBytes,
    ...(options.maxResultBytes !== undefined && { max_result_bytes: options.maxResultBytes }),
    ...options.settings,
    ...shareSettings(options.isSlow ?? false, options.settings?.['max_threads']),
  }
}

/** Parses the rows of a result of one JSON array per line. */
export function parseRows<Row>(text: string): Row[] {
  return text === '' ? [] : (JSON.parse(`[${text.trimEnd().replaceAll('\n', ',')}]`) as Row[])
}
