// Records as the engine takes and gives them: one JSON array per row, in the order of `ROW_COLUMNS`.
import type { Asset, Column, Unit } from '../../asset/index.ts'
import { COLUMNS } from '../schema/index.ts'

/** The columns a row is written with and read back from. */
export const ROW_COLUMNS: readonly string[] = [...COLUMNS, 'part_ranks']

/** The columns `encodeRows` writes. */
export const WRITTEN_COLUMNS: readonly string[] = [...ROW_COLUMNS, 'odd_letters', 'write_id']

/** A row as the engine gives it. */
export type Row = readonly unknown[]

/** Rows as bytes, with the number of the write that brings them. */
export function encodeRows(units: readonly Unit[], writeId: string): Buffer {
  return Buffer.concat(units.map((unit) => Buffer.from(encodeRow(unit, writeId))))
}

function encodeRow({ asset, ranks }: Unit, writeId: string): string {
  const values: unknown[] = COLUMNS.map((column) => asset[column])
  values.push(encodeRanks(ranks))
  const line = encodeValues(values)
  return `${line.slice(0, -1)},${hasOddLetters(line)},${writeId}]\n`
}

/** Letters beyond ASCII whose lower case is, or begins with, an ASCII letter: the Kelvin sign and the dotted capital I. */
function hasOddLetters(text: string): boolean {
  return text.includes('\u212a') || text.includes('\u0130')
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
  const entries = COLUMNS.map((column, index): [Column, unknown] => [column, row[index]])
  const ranks = String(row[COLUMNS.length])
  return {
    asset: Object.fromEntries(entries) as unknown as Asset,
    ranks: ranks === '' ? {} : (JSON.parse(ranks) as Unit['ranks']),
  }
}

/** The same text for the same identity. */
export function identityKey({ reached, port, base_protocol }: Asset): string {
  return `${base_protocol} ${port} ${reached}`
}
