import { type Asset, COLUMNS, UNKNOWN_ASSET } from '../../asset/index.ts'
import type { StoredRows } from '../store.ts'
import { decodeValue } from '../schema/encode.ts'

/** Decodes the records of stored rows; columns that were not read are unknown. */
export function recordsOf({ columns, lines }: Pick<StoredRows, 'columns' | 'lines'>): readonly Asset[] {
  const places = COLUMNS.map((column) => [column, columns.indexOf(column)] as const)
  const texts = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength).toString('utf8').split('\n')
  return texts
    .filter((text) => text !== '')
    .map((text) => {
      const row = JSON.parse(text) as readonly unknown[]
      const values = places.map(([column, place]) => [
        column,
        place < 0 ? UNKNOWN_ASSET[column] : decodeValue(column, row[place]),
      ])
      // The places include every column of a record.
      return Object.fromEntries(values) as Asset
    })
}
