// Says which record of a backup, and what of it, the store does not take: a backup is a file that anybody may have written.
import type { AppError } from '../../error/index.ts'
import { type StoredRows, WRITTEN_COLUMNS } from '../../store/index.ts'
import { visible } from '../../util/index.ts'
import { damaged } from './manifest.ts'

/** The error that explains why rows of an entry could not be stored; undefined where the rows are not at fault. */
export function unfitting(
  { columns, lines }: StoredRows,
  entry: string,
  path: string,
  cause: unknown,
): AppError | undefined {
  const message = cause instanceof Error ? cause.message : ''
  if (!OF_CONTENT.test(message)) return undefined
  const reason = wrongColumns(columns) ?? wrongRow(lines, columns.length, entry) ?? wrongValue(message, entry)
  return damaged(path, reason, cause)
}

/** Codes of the engine for columns and values that it does not take, and our own check of columns. */
const OF_CONTENT = /Code: (?:6|15|26|27|33|53|62|69|117|131|321)\. DB::Exception|^no column .* is stored$/s

const KNOWN: ReadonlySet<string> = new Set(WRITTEN_COLUMNS)

function wrongColumns(columns: readonly string[]): string | undefined {
  if (columns.length === 0) return 'its description names no columns of records'
  const unknown = columns.find((column) => !KNOWN.has(column))
  if (unknown !== undefined) return `its records have a column ${shown(unknown)}, which no record has`
  const twice = columns.find((column, index) => columns.indexOf(column) !== index)
  return twice === undefined ? undefined : `its description names the column ${shown(twice)} twice`
}

function wrongRow(lines: Uint8Array, width: number, entry: string): string | undefined {
  let line = 0
  for (const text of Buffer.from(lines).toString('utf8').trimEnd().split('\n')) {
    line++
    const values = listOf(text)
    if (values === undefined) return `line ${line} of ${shown(entry)} is not a list of values`
    if (values.length !== width)
      return `line ${line} of ${shown(entry)} has ${values.length} values, and its description names ${width} columns`
  }
  return undefined
}

function listOf(text: string): readonly unknown[] | undefined {
  try {
    const values = JSON.parse(text) as unknown
    return Array.isArray(values) ? values : undefined
  } catch {
    return undefined
  }
}

const COLUMN = /while reading the value of key (\w+)/
const ROW = /\(at row (\d+)\)/

function wrongValue(message: string, entry: string): string {
  const [column, row] = [COLUMN.exec(message)?.[1], ROW.exec(message)?.[1]]
  const place = row === undefined ? shown(entry) : `line ${row} of ${shown(entry)}`
  return `${place} has a value that ${column === undefined ? 'its column' : shown(column)} cannot have`
}

const shown = (text: string): string => `\`${visible(text.slice(0, 100))}\``
