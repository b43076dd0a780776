import { type Asset, COLUMNS, UNKNOWN_ASSET } from '../../asset/index.ts'
import type { StoredRows } from '../store.ts'
import { decodeValue } from '../schema/encode.ts'

/** Decodes the records of stored rows; columns that were not read are unknown. */
export function recordsOf({ columns, lines }: Pick<StoredRows, 'columns' | 'lines'>): readonly Asset[] {
  const read = COLUMNS.flatMap((column) => {
    const place = columns.indexOf(column)
    return place < 0 ? [] : [[column, place] as const]
  })
  const texts = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength).toString('utf8').split('\n')
  return texts
    .filter((text) => text !== '')
    .map((text) => {
      const row = JSON.parse(text) as readonly unknown[]
      const record: Record<string, unknown> = { ...UNKNOWN_ASSET }
      for (const [column, place] of read) record[column] = decodeValue(column, row[place])
      // Every column of a record is unknown before it is read.
      return record as unknown as Asset
    })
}
