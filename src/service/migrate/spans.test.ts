import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readQuery } from '../../query/index.ts'
import { cutSpans, END_OF_TIME, queryOf } from './spans.ts'

const hours = fc
  .uniqueArray(fc.nat(1_000_000), { maxLength: 30 })
  .map((list) =>
    list.toSorted((a, b) => a - b).map((hour) => ({ hour: hour * 3600, records: (hour % 7) + 1 })),
  )

it('spans cover all of time without a gap, and start at full hours', () => {
  fc.assert(
    fc.property(hours, fc.integer({ min: 1, max: 20 }), (list, least) => {
      const spans = cutSpans(list, least)
      expect(spans[0]?.from).toBe(0)
      expect(spans.at(-1)?.until).toBe(END_OF_TIME)
      for (const [index, { from }] of spans.entries()) {
        expect(from % 3600).toBe(0)
        if (index > 0) expect(spans[index - 1]?.until).toBe(from)
      }
      for (const { from, until } of spans.slice(0, -1)) {
        const inside = list.filter(({ hour }) => hour >= from && hour < until)
        expect(inside.reduce((sum, { records }) => sum + records, 0)).toBeGreaterThanOrEqual(least)
      }
    }),
  )
})

it('every span has a query', () => {
  fc.assert(
    fc.property(hours, (list) => {
      for (const span of cutSpans(list, 3)) expect(() => readQuery(queryOf(span))).not.toThrow()
    }),
  )
  expect(queryOf({ from: 3600, until: 7200 })).toBe(
    'after="1970-01-01 01:00:00" && before="1970-01-01 02:00:00"',
  )
})
