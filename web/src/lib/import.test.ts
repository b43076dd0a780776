import { expect, it } from 'vitest'
import { missingFeeds, presetAddress, readNothing } from './import.ts'

const preset = {
  name: 'tor-exits',
  title: 'Tor exits seen',
  url: 'https://list.example/exits',
  kind: 'plain',
  tags: ['tor_exit'],
  basis: 'published',
  every: 1,
  recommended: true,
  measured: [],
  unmeasured: null,
} as const

it('the recommended feeds that are missing are found by name and by address, and added as they are declared', () => {
  const other = { ...preset, name: 'other', url: 'https://list.example/other', recommended: false }
  const elsewhere = { name: 'mine', url: preset.url }
  expect(missingFeeds([preset, other], [])).toEqual([preset])
  expect(missingFeeds([preset, other], [{ name: 'tor-exits', url: null }])).toEqual([])
  expect(missingFeeds([preset, other], [elsewhere])).toEqual([])
  expect(presetAddress(preset)).toBe(
    'admin/feeds/tor-exits?url=https%3A%2F%2Flist.example%2Fexits&kind=plain&tags=tor_exit&basis=published',
  )
})

it('an import that read nothing is known by its end without an observation', () => {
  expect(readNothing({ state: 'success', observations: 0 })).toBe(true)
  expect(readNothing({ state: 'success', observations: 1 })).toBe(false)
  expect(readNothing({ state: 'running', observations: 0 })).toBe(false)
})
