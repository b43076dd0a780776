// The record of one internet-facing service as stored. Property names are the store's column names; the table of columns describes
// each of them.
import type { AnyColumnRow, BaseProtocol } from './column.ts'
import { COLUMN_TABLE } from './columns.ts'

type Table = typeof COLUMN_TABLE

/** The name of a column. */
export type Column = keyof Table

/** The names of all columns, in the order of the table. */
export const COLUMNS = Object.keys(COLUMN_TABLE) as readonly Column[]

/** The row of a column in the table. */
export function columnRow(column: Column): AnyColumnRow {
  return COLUMN_TABLE[column]
}

/** The identity of a record, shared by all its observations: the name or address as reached, port and transport. */
export interface Identity {
  /** Lower-case name, or canonical address (no brackets). */
  readonly reached: string
  readonly port: number
  readonly base_protocol: BaseProtocol
}

/**
 * One record. Unknown is `''` for texts, `[]` for lists and `null` for numbers, times and yes/no values, never anything else.
 * Times are whole seconds since 1970 UTC, except the certificate's, which are `YYYY-MM-DD HH:MM:SS` texts because
 * certificates reach the year 9999.
 */
export type Asset = Readonly<{ [Name in Column]: Table[Name]['unknown'] }>

/** A record with every column unknown. */
export const UNKNOWN_ASSET = Object.freeze(
  Object.fromEntries(COLUMNS.map((column) => [column, COLUMN_TABLE[column].unknown])),
) as Asset

/** Whether nothing is known: an empty text or list, or null. */
export function isUnknown(value: Asset[Column]): boolean {
  return value === '' || value === null || (Array.isArray(value) && value.length === 0)
}
