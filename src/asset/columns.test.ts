import { describe, expect, it } from 'vitest'
import { COLUMNS, columnRow, UNKNOWN_ASSET } from './index.ts'

/** The type that the engine needs for the values of a record. */
function engineTypeOf(unknown: unknown, many: boolean): RegExp {
  if (many) return /^Array\(/
  if (unknown === null) return /^Nullable\((UInt16|UInt32|UInt64|Float64|Bool)\)$/
  // Lists of objects are JSON texts.
  return typeof unknown === 'number' ? /^UInt(16|32)$/ : /^(String|LowCardinality\(String\))$/
}

describe('the table of columns', () => {
  it.each(COLUMNS)('gives `%s` an engine type for its values, and a query or a note', (column) => {
    const { unknown, engine, many, query, note } = columnRow(column)
    expect(engine).toMatch(engineTypeOf(unknown, many))
    expect([query, note].filter((said) => said !== undefined)).toHaveLength(1)
  })

  it('gives every number that may be unknown its range', () => {
    const unbounded = COLUMNS.filter((column) => {
      const { engine, range } = columnRow(column)
      return /^Nullable\((UInt|Float)/.test(engine) !== (range !== undefined)
    })
    expect(unbounded).toEqual([])
  })

  it('marks texts and lists of any length as large, and everything else as small', () => {
    const large = COLUMNS.filter((column) => columnRow(column).size === 'large')
    expect(large.sort()).toEqual(
      'banner body cert cert_domain finding_line finding_sights findings header history js_md5 js_name stated'.split(
        ' ',
      ),
    )
  })

  it('defines the record with every value unknown', () => {
    expect(Object.keys(UNKNOWN_ASSET)).toEqual(COLUMNS)
    expect(UNKNOWN_ASSET).toMatchObject({ title: '', product: [], status_code: null, lastupdatetime: 0 })
  })
})
