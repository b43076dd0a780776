import { describe, expect, it } from 'vitest'
import { readQuery } from '../../../src/query/index.ts'
import { demonstrationOf, EVERY_RECORD, refreshAfter } from './overview.ts'

describe('what the start page shows of the store', () => {
  it.each([
    [[], false],
    [[0], 4000],
    [[5000], false],
    [[0, 5000], 4000],
    [[5000, 10_000], 4000],
    [[10_000, 10_000], false],
  ] as const)('after the totals %j it asks again in %s', (totals, pause) => {
    expect(refreshAfter(totals)).toBe(pause)
  })

  it('asks with a query of the language', () => {
    expect(() => readQuery(EVERY_RECORD)).not.toThrow()
  })

  it('knows demonstration records by their tag', () => {
    const values = [{ value: 'demo', count: 7, condition: 'tag=="demo"' }]
    const facets = [{ field: 'tag', distinct: 1, values }]
    expect(demonstrationOf({ error: false, total: 9, addresses: 3, facets })).toBe(7)
    expect(demonstrationOf({ error: false, total: 9, addresses: 3, facets: [] })).toBe(0)
  })
})
