// Encodes records for the engine and decodes them: one JSON array per row, in the order of `ROW_COLUMNS`.
import { type Asset, type Column, MERGE_COLUMNS, type MergeColumns } from '../../asset/index.ts'
import { COLUMNS } from './index.ts'

/**
 * A sort key that a record had, and the number of the write that moved it. Without a host: the record did not exist before that
 * write.
 */
export type Move = readonly [writeId: number, recency: number, host: string, base_protocol: string]

const HEAD: ReadonlySet<Column> = new Set<Column>(MERGE_COLUMNS)

/** The columns of a record. The head, which merging reads first, comes last, so that it can be replaced without reading the rest. */
export const ROW_COLUMNS: readonly Column[] = [
  ...COLUMNS.filter((column) => !HEAD.has(column)),
  ...MERGE_COLUMNS,
]

const BODY_COLUMNS = ROW_COLUMNS.slice(0, -MERGE_COLUMNS.length)

/** The columns of an encoded row. */
export const WRITTEN_COLUMNS: readonly string[] = [...BODY_COLUMNS, 'odd_letters', ...MERGE_COLUMNS, 'moved']

/** A record to write, and its earlier sort keys. */
export interface PlannedRow {
  readonly asset: Asset
  readonly moves?: readonly Move[]
}

/** A row as the engine returns it. */
export type Row = readonly unknown[]

/** An encoded row as two texts. */
interface EncodedRow {
  readonly body: string
  readonly head: string
}

/** Encodes a row as a line of `WRITTEN_COLUMNS`. */
export function encodeRow({ asset, moves = [] }: PlannedRow): EncodedRow {
  const body = encodeValues(BODY_COLUMNS.map((column) => encodeValue(column, asset[column]))).slice(0, -1)
  const head = encodeHead(asset, moves)
  return { body: `${body},${needsSpecialFolding(body) || needsSpecialFolding(head)}`, head }
}

/** Encodes the head of a row. */
export function encodeHead(columns: MergeColumns, moves: readonly Move[]): string {
  const values: unknown[] = MERGE_COLUMNS.map((column) => encodeValue(column, columns[column]))
  values.push(moves)
  return `,${encodeValues(values).slice(1)}\n`
}

/** Decodes a head. */
export function decodeHead(head: string): MergeColumns {
  const values = JSON.parse(`[${head.slice(1)}`) as Row
  return decodeMergeColumns(values)
}

/** Decodes the values of `MERGE_COLUMNS`, which may be followed by others. */
export function decodeMergeColumns(values: Row): MergeColumns {
  const columns: Record<string, unknown> = {}
  for (const [index, column] of MERGE_COLUMNS.entries()) columns[column] = decodeValue(column, values[index])
  return columns as unknown as MergeColumns
}

/**
 * Whether a text contains a non-ASCII character whose lower case is, or starts with, an ASCII letter: the Kelvin sign or the dotted
 * capital I.
 */
function needsSpecialFolding(text: string): boolean {
  return text.includes('\u212a') || text.includes('\u0130')
}

/** Columns stored as JSON text; an empty list is the empty text. */
const AS_TEXT: ReadonlySet<Column> = new Set<Column>([
  'stated',
  'history',
  'imports',
  'addresses',
  'findings',
  'finding_sights',
])

/** Encodes a value of a column for the engine. */
export function encodeValue(column: Column, value: unknown): unknown {
  if (!AS_TEXT.has(column) || !Array.isArray(value)) return value
  return value.length === 0 ? '' : JSON.stringify(value)
}

/** Decodes a value of a column. */
export function decodeValue(column: Column, value: unknown): unknown {
  if (!AS_TEXT.has(column)) return value
  return value === '' ? [] : JSON.parse(String(value))
}

/** Encodes JSON for the engine, which would refuse the escape of a lone surrogate and the whole batch with it. */
export function encodeValues(values: readonly unknown[]): string {
  const line = JSON.stringify(values)
  return line.includes('\\ud') ? JSON.stringify(values, toWellFormed) : line
}

function toWellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value
}

/** Builds the record from values of `ROW_COLUMNS`. */
export function decodeRow(row: Row): Asset {
  const entries = ROW_COLUMNS.map((column, index): [Column, unknown] => [
    column,
    decodeValue(column, row[index]),
  ])
  return Object.fromEntries(entries) as unknown as Asset
}

/** Decodes the record of an encoded row. */
export function decodeLine(line: string): Asset {
  const row = JSON.parse(line) as Row
  return decodeRow([...row.slice(0, BODY_COLUMNS.length), ...row.slice(BODY_COLUMNS.length + 1)])
}

/** A text that is equal for equal identities. */
export function identityKey({
  reached,
  port,
  base_protocol,
}: Pick<Asset, 'reached' | 'port' | 'base_protocol'>): string {
  return `${base_protocol} ${port} ${reached}`
}

/** Parses an identity key: name or address, port and transport. */
export function identityOf(key: string): readonly [reached: string, port: number, protocol: string] {
  const [protocol = '', port = '', ...reached] = key.split(' ')
  return [reached.join(' '), Number(port), protocol]
}
