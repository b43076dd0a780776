// Records as the engine takes and gives them: one JSON array per row, in the order of `ROW_COLUMNS`.
import type { Asset, Column, Unit } from '../../asset/index.ts'
import { COLUMNS } from '../schema/index.ts'
import { type Move, movedBy } from './moves.ts'

/** The columns a row is written with and read back from. */
export const ROW_COLUMNS: readonly string[] = [...COLUMNS, 'part_ranks', 'moved']

/** The columns `encodeRows` writes. */
export const WRITTEN_COLUMNS: readonly string[] = [...ROW_COLUMNS, 'odd_letters', 'write_id']

/** The columns of a unit that sleeps. */
export const DORMANT_COLUMNS: readonly string[] = [
  'reached',
  'port',
  'base_protocol',
  'content_import',
  'unit',
  'write_id',
]

/** A unit to write, and where the row that it replaces stood. */
export interface PlannedUnit extends Unit {
  readonly before?: { readonly asset: Asset; readonly moves: readonly Move[] }
}

/** A row as the engine gives it. */
export type Row = readonly unknown[]

/** An insert of more needs too much memory, of less leaves too many parts to merge. */
const MOST_ROWS = 10_000
const MOST_BYTES = 32 * 1024 * 1024

const FIRST_BYTES = 1024 * 1024

/** UTF-8 needs at most three bytes for a UTF-16 unit. */
const MOST_BYTES_OF_UNIT = 3

/**
 * Rows as bytes in pieces of a size that one insert takes, with the number of the write that brings them. A piece holds until the
 * next is asked for.
 */
export function* encodeRows(units: readonly PlannedUnit[], writeId: string): Generator<Buffer> {
  let buffer: Buffer = Buffer.allocUnsafeSlow(FIRST_BYTES)
  let rows = 0
  let length = 0
  for (const unit of units) {
    const line = encodeRow(unit, writeId)
    buffer = withRoom(buffer, length, line.length * MOST_BYTES_OF_UNIT)
    length += buffer.write(line, length)
    if (++rows < MOST_ROWS && length < MOST_BYTES) continue
    yield buffer.subarray(0, length)
    rows = 0
    length = 0
  }
  if (rows > 0) yield buffer.subarray(0, length)
}

function withRoom(buffer: Buffer, length: number, more: number): Buffer {
  if (length + more <= buffer.length) return buffer
  const larger = Buffer.allocUnsafeSlow(Math.max(2 * buffer.length, length + more))
  larger.set(buffer.subarray(0, length))
  return larger
}

/** Units that sleep as bytes, in the order of `DORMANT_COLUMNS`. */
export function encodeDormant(units: readonly Unit[], writeId: string): Buffer {
  const lines = units.map((unit) => {
    const { reached, port, base_protocol, content_import } = unit.asset
    const values = [reached, port, base_protocol, content_import, JSON.stringify(unit)]
    return `${encodeValues(values).slice(0, -1)},${writeId}]\n`
  })
  return Buffer.from(lines.join(''))
}

function encodeRow({ asset, ranks, before }: PlannedUnit, writeId: string): string {
  const values: unknown[] = COLUMNS.map((column) => encodeValue(column, asset))
  values.push(encodeRanks(ranks), before ? movedBy(writeId, before.asset, before.moves) : [])
  const line = encodeValues(values)
  return `${line.slice(0, -1)},${hasOddLetters(line)},${writeId}]\n`
}

/** Letters beyond ASCII whose lower case is, or begins with, an ASCII letter: the Kelvin sign and the dotted capital I. */
function hasOddLetters(text: string): boolean {
  return text.includes('\u212a') || text.includes('\u0130')
}

/** Columns that are kept as JSON texts; the empty list as the empty text. */
const AS_TEXT: ReadonlySet<Column> = new Set<Column>(['stated', 'history'])

function encodeValue(column: Column, asset: Asset): unknown {
  const value = asset[column]
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

function encodeRanks(ranks: Unit['ranks']): string {
  return Object.keys(ranks).length === 0 ? '' : JSON.stringify(ranks)
}

/** The unit of a row. */
export function decodeRow(row: Row): Unit {
  const entries = COLUMNS.map((column, index): [Column, unknown] => [column, decodeValue(column, row[index])])
  const ranks = String(row[COLUMNS.length])
  return {
    asset: Object.fromEntries(entries) as unknown as Asset,
    ranks: ranks === '' ? {} : (JSON.parse(ranks) as Unit['ranks']),
  }
}

/** Where the record of a row stood before. */
export function movesOf(row: Row): readonly Move[] {
  return (row[COLUMNS.length + 1] ?? []) as readonly Move[]
}

/** The same text for the same identity. */
export function identityKey({ reached, port, base_protocol }: Asset): string {
  return `${base_protocol} ${port} ${reached}`
}
