// Maps the engine's rows to texts in the API's spelling.
import type { Asset, Column } from '../../asset/index.ts'
import { type Field, printValue } from '../../field/index.ts'
import { decodeValue } from '../schema/encode.ts'
import type { Position } from '../store.ts'

/** A row as the engine returns it. */
export type Values = readonly unknown[]

/** The sort key of results; every row starts with it. */
const KEY = ['lastupdatetime', 'host', 'base_protocol'] as const satisfies readonly Column[]

/** The columns to read, and the function that turns a row of them into texts. */
export interface Printer {
  readonly columns: readonly Column[]
  readonly print: (row: Values) => readonly string[]
}

/** The printer for some fields. `now` (milliseconds) is the current time for values that depend on it. */
export function printerFor(fields: readonly Field[], now: number): Printer {
  const columns = [...new Set<Column>([...KEY, ...fields.flatMap(columnsOf)])]
  const isDerived = fields.some(({ derive }) => derive !== undefined)
  const print = (row: Values): readonly string[] => {
    const values = Object.fromEntries(columns.map((name, index) => [name, row[index]]))
    // Only the columns of the fields are there, and only they are printed.
    const asset = values as unknown as Asset
    const decoded = isDerived ? decodedRecord(columns, row) : asset
    return fields.map((field) => printValue(field.derive === undefined ? asset : decoded, field, now))
  }
  return { columns, print }
}

function decodedRecord(columns: readonly Column[], row: Values): Asset {
  const values = columns.map((name, index) => [name, decodeValue(name, row[index])] as const)
  return Object.fromEntries(values) as unknown as Asset
}

function columnsOf({ column, derive }: Field): readonly Column[] {
  return derive === undefined ? [column] : [column, ...derive.columns]
}

/** The sort key of a row. */
export function positionOf(row: Values | undefined): Position | undefined {
  if (row === undefined) return undefined
  const [lastupdatetime, host, base_protocol] = row
  return { lastupdatetime: Number(lastupdatetime), host: String(host), base_protocol: String(base_protocol) }
}
