// From rows of the engine to texts in the API's spelling.
import type { Asset, Column } from '../../asset/index.ts'
import { type Field, printValue } from '../../field/index.ts'
import type { Position } from '../store.ts'

/** A row as the engine gives it. */
export type Values = readonly unknown[]

/** The order of results is made of these; every row begins with them. */
const KEY = ['lastupdatetime', 'host', 'base_protocol'] as const satisfies readonly Column[]

/** Which columns to read, and how a row of them becomes texts. */
export interface Printer {
  readonly columns: readonly Column[]
  readonly print: (row: Values) => readonly string[]
}

/** The printer for some fields; `now` (milliseconds) decides what depends on today. */
export function printerFor(fields: readonly Field[], now: number): Printer {
  const columns = [...new Set<Column>([...KEY, ...fields.map((field) => field.column)])]
  const print = (row: Values): readonly string[] => {
    const values = Object.fromEntries(columns.map((name, index) => [name, row[index]]))
    // Only the columns of the fields are there, and only they are printed.
    const asset = values as unknown as Asset
    return fields.map((field) => printValue(asset, field, now))
  }
  return { columns, print }
}

/** The place of a row in the order of results. */
export function positionOf(row: Values | undefined): Position | undefined {
  if (row === undefined) return undefined
  const [lastupdatetime, host, base_protocol] = row
  return { lastupdatetime: Number(lastupdatetime), host: String(host), base_protocol: String(base_protocol) }
}
