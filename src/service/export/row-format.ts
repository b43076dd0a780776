// Result rows as text in the export formats: NDJSON, CSV and JSON. One row in, one piece of text out.
import { guardCell } from '../../util/index.ts'

/** The formats of an export. */
export type RowFormat = 'ndjson' | 'csv' | 'json'

/** Prints rows; `head` and `tail` are written before the first and after the last row. */
interface RowWriter {
  readonly head: string
  readonly row: (values: readonly string[]) => string
  readonly tail: string
}

function csvCell(text: string): string {
  const cell = guardCell(text)
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

const csvLine = (values: readonly string[]): string => `${values.map(csvCell).join(',')}\r\n`

function jsonObject(names: readonly string[], values: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])))
}

/** How rows are written. */
interface RowWriterOptions {
  /** Whether CSV starts with a byte order mark, which some spreadsheets need to detect UTF-8. */
  readonly bom?: boolean
  /** Whether rows precede the first one of this writer. */
  readonly started?: boolean
}

/** The writer of a format for rows of these fields. CSV follows RFC 4180, and no cell can start a formula. */
export function rowWriter(
  format: RowFormat,
  names: readonly string[],
  { bom = false, started = false }: RowWriterOptions = {},
): RowWriter {
  if (format === 'csv') return { head: `${bom ? '\ufeff' : ''}${csvLine(names)}`, row: csvLine, tail: '' }
  if (format === 'ndjson') return { head: '', row: (values) => `${jsonObject(names, values)}\n`, tail: '' }
  let first = !started
  const row = (values: readonly string[]): string => {
    const comma = first ? '' : ',\n'
    first = false
    return comma + jsonObject(names, values)
  }
  return { head: '[\n', row, tail: '\n]\n' }
}
