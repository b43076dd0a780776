import { expect, it } from 'vitest'
import { KNOWN_FEEDS } from './known-feed.ts'
import { MEASURED, UNMEASURED } from './measured.ts'
import { PRESETS, RECOMMENDED } from './preset.ts'

it('every known feed was measured, or says why it was not', () => {
  const names = PRESETS.map(({ name }) => name)
  const measured = new Set(MEASURED.map(({ preset }) => preset))
  expect([...measured, ...Object.keys(UNMEASURED)].toSorted()).toEqual(names.toSorted())
  expect(RECOMMENDED.filter((name) => !names.includes(name))).toEqual([])
  expect(KNOWN_FEEDS.filter(({ recommended }) => recommended)).toHaveLength(RECOMMENDED.length)
  expect(KNOWN_FEEDS.find(({ name }) => name === 'bingbot')).toMatchObject({
    measured: [],
    unmeasured: 'no copy at hand',
  })
})
