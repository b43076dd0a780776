import { type Asset, COLUMNS } from '../asset/index.ts'
import type { StoredRows } from './store.ts'
import { decodeValue } from './write/index.ts'

/** Decodes the records of stored rows. */
export function recordsOf({ columns, lines }: Pick<StoredRows, 'columns' | 'lines'>): readonly Asset[] {
  const places = COLUMNS.map((column) => [column, columns.indexOf(column)] as const)
  const texts = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength).toString('utf8').split('\n')
  return texts
    .filter((text) => text !== '')
    .map((text) => {
      const row = JSON.parse(text) as readonly unknown[]
      const values = places.map(([column, place]) => [column, decodeValue(column, row[place])])
      // Stored columns include every column of a record.
      return Object.fromEntries(values) as Asset
    })
}
