import { describe, expect, it } from 'vitest'
import { sumUsage, type UsageEntry, workOf } from './administration.ts'

const entry = (route: string, calls: number): UsageEntry => ({
  day: '2026-11-20',
  route,
  calls,
  rows: 2,
  coins: 1,
})

describe('usage', () => {
  it.each([
    ['/api/v1/search/all', 'search'],
    ['/web/api/search', 'search'],
    ['/api/v1/ip_tags', 'tagging'],
    ['/web/api/tagging/look-up', 'tagging'],
    ['/web/api/tagging/:id', 'other'],
    ['/api/v1/export', 'export'],
    ['/web/api/imports', 'import'],
    ['/web/api/account', 'other'],
  ])('of %s counts as %s', (route, work) => {
    expect(workOf(route)).toBe(work)
  })

  it('is summed up, the most calls first', () => {
    const entries = [entry('/api/v1/info/my', 1), entry('/api/v1/search/all', 3), entry('/web/api/search', 4)]
    expect(sumUsage(entries, ({ route }) => workOf(route))).toEqual([
      { key: 'search', calls: 7, rows: 4, coins: 2 },
      { key: 'other', calls: 1, rows: 2, coins: 1 },
    ])
  })
})
