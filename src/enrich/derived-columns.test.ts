// Checks that enrichment fills exactly the columns that the table of columns says it fills.
import { expect, test } from 'vitest'
import { derivedRecords } from '../../test/support/derived-records.ts'
import { type Asset, COLUMNS, type Column, columnRow, isUnknown } from '../asset/index.ts'

test('a column that no source stated is filled exactly when the table names a derivation', () => {
  const isFilled = (record: Asset, column: Column): boolean =>
    !isUnknown(record[column]) && !record.stated.includes(column)
  const filled = COLUMNS.filter((column) => derivedRecords.some((record) => isFilled(record, column)))
  const named = COLUMNS.filter((column) => columnRow(column).derived !== undefined)
  expect(filled).toEqual(named)
})
