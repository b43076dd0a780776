// Records as the engine takes and gives them: one JSON array per row, in the order of `ROW_COLUMNS`.
import type { Asset, Column } from '../asset/index.ts'
import { COLUMNS } from './schema/index.ts'
import type { Move } from './write/moves.ts'

/** The columns a row is written with and read back from. */
export const ROW_COLUMNS: readonly string[] = [...COLUMNS, 'moved']

/** The columns `encodeRow` writes. */
export const WRITTEN_COLUMNS: readonly string[] = [...ROW_COLUMNS, 'odd_letters']

/** A record to write, and where it stood before. */
export interface PlannedRow {
  readonly asset: Asset
  readonly moves?: readonly Move[]
}

/** A row as the engine gives it. */
export type Row = readonly unknown[]

/** A row as a line. */
export function encodeRow({ asset, moves = [] }: PlannedRow): string {
  const values: unknown[] = COLUMNS.map((column) => encodeValue(column, asset[column]))
  values.push(moves)
  const line = encodeValues(values)
  return `${line.slice(0, -1)},${needsSpecialFolding(line)}]\n`
}

/** Letters beyond ASCII whose lower case is, or begins with, an ASCII letter: the Kelvin sign and the dotted capital I. */
function needsSpecialFolding(text: string): boolean {
  return text.includes('\u212a') || text.includes('\u0130')
}

/** Columns that are kept as JSON texts; the empty list as the empty text. */
const AS_TEXT: ReadonlySet<Column> = new Set<Column>(['stated', 'history', 'imports', 'addresses'])

/** A value of a column as the engine takes it. */
export function encodeValue(column: Column, value: unknown): unknown {
  if (!AS_TEXT.has(column) || !Array.isArray(value)) return value
  return value.length === 0 ? '' : JSON.stringify(value)
}

/** A value of a column as a record holds it. */
export function decodeValue(column: Column, value: unknown): unknown {
  if (!AS_TEXT.has(column)) return value
  return value === '' ? [] : JSON.parse(String(value))
}

/** JSON that the engine takes: a lone surrogate would leave as an escape that it refuses, and with it the whole batch. */
export function encodeValues(values: readonly unknown[]): string {
  const line = JSON.stringify(values)
  return line.includes('\\ud') ? JSON.stringify(values, toWellFormed) : line
}

function toWellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value
}

/** The record of a row. */
export function decodeRow(row: Row): Asset {
  const entries = COLUMNS.map((column, index): [Column, unknown] => [column, decodeValue(column, row[index])])
  return Object.fromEntries(entries) as unknown as Asset
}

/** The same text for the same identity. */
export function identityKey({
  reached,
  port,
  base_protocol,
}: Pick<Asset, 'reached' | 'port' | 'base_protocol'>): string {
  return `${base_protocol} ${port} ${reached}`
}

/** The identity of such a text: name or address, port and transport. */
export function identityOf(key: string): readonly [reached: string, port: number, protocol: string] {
  const [protocol = '', port = '', ...reached] = key.split(' ')
  return [reached.join(' '), Number(port), protocol]
}
