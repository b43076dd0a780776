import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BY_HOUR, DAY, isShort, toTimeline } from './timeline.ts'

/** Spans in order, some with matches. */
const spans = (first: number, most: number) =>
  fc
    .uniqueArray(fc.tuple(fc.integer({ min: first, max: first + most }), fc.integer({ min: 1, max: 9 })), {
      selector: ([span]) => span,
      minLength: 1,
      maxLength: 40,
    })
    .map((list) => list.map(([span, count]) => ({ span, count })).sort((a, b) => a.span - b.span))

describe('a time line', () => {
  it.each([
    ['days over a century', spans(0, 36_500), DAY],
    ['days of a year', spans(20_000, 366), DAY],
    ['hours of some weeks', spans(480_000, 45 * 24 - 1), BY_HOUR],
    ['a day', spans(20_000, 0), DAY],
  ])('of %s has every match in its bucket, without a gap, in at most 90 buckets', (_, list, seconds) => {
    fc.assert(
      fc.property(list, (found) => {
        const { buckets, newest } = toTimeline(found, seconds)
        const sum = (counts: readonly { readonly count: number }[]) =>
          counts.reduce((all, { count }) => all + count, 0)
        expect(sum(buckets)).toBe(sum(found))
        expect(buckets.length).toBeLessThanOrEqual(90)
        for (const [index, { from, to, count }] of buckets.entries()) {
          if (index > 0) expect(from).toBe(buckets[index - 1]?.to)
          const inside = found.filter(({ span }) => {
            const begin = span * seconds * 1000
            return begin >= Date.parse(from) && begin < Date.parse(to)
          })
          expect(count).toBe(sum(inside))
        }
        expect(buckets[0]?.count).toBeGreaterThan(0)
        expect(buckets.at(-1)?.count).toBeGreaterThan(0)
        expect(Date.parse(newest ?? '')).toBe((found.at(-1)?.span ?? 0) * seconds * 1000)
      }),
    )
  })

  it.each([
    [1, 'hour', 1],
    [10, 'hour', 3],
    [40, 'hour', 12],
  ])('of %i days by the hour has steps of one %s, or of %i', (days, step, every) => {
    const found = [
      { span: 480_000, count: 1 },
      { span: 480_000 + days * 24 - 1, count: 1 },
    ]
    expect(toTimeline(found, BY_HOUR)).toMatchObject({ step, every })
  })

  it.each([
    [80, 'day', 1],
    [200, 'day', 3],
    [365, 'week', 1],
    [1000, 'week', 2],
    [2000, 'month', 1],
    [5000, 'month', 3],
    [20_000, 'year', 1],
    [40_000, 'year', 2],
  ])('of %i days has buckets of one %s, or of %i', (days, step, every) => {
    const found = [
      { span: 0, count: 1 },
      { span: days - 1, count: 1 },
    ]
    expect(toTimeline(found, DAY)).toMatchObject({ step, every })
  })

  it('starts weeks on Mondays, and months on their first day', () => {
    const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1000 / DAY
    const weeks = toTimeline(
      [
        { span: day('2026-01-01'), count: 1 },
        { span: day('2026-12-31'), count: 1 },
      ],
      DAY,
    )
    expect(weeks.buckets[0]).toEqual({ from: '2025-12-29T00:00:00Z', to: '2026-01-05T00:00:00Z', count: 1 })
    const months = toTimeline(
      [
        { span: day('2020-02-29'), count: 2 },
        { span: day('2026-12-31'), count: 1 },
      ],
      DAY,
    )
    expect(months.buckets[0]).toEqual({ from: '2020-02-01T00:00:00Z', to: '2020-03-01T00:00:00Z', count: 2 })
  })

  it('without matches has no bucket', () => {
    expect(toTimeline([], DAY)).toEqual({ step: 'day', every: 1, buckets: [] })
    expect(isShort([])).toBe(false)
  })

  it('is short up to 45 days', () => {
    expect(
      isShort([
        { span: 10, count: 1 },
        { span: 54, count: 1 },
      ]),
    ).toBe(true)
    expect(
      isShort([
        { span: 10, count: 1 },
        { span: 55, count: 1 },
      ]),
    ).toBe(false)
  })
})
