import { expect, it } from 'vitest'
import { checkSize } from '../search/index.ts'
import { windowOf } from './result-window.ts'

const settings = (window: number) => ({ resultWindow: { free: 500, member: 10_000, enterprise: window } })
const account = (dialect: 'live' | 'documented', level: 'member' | 'enterprise') => ({ dialect, level })

it.each([
  ['live', 'enterprise', 10_000, 100_000],
  ['live', 'enterprise', 250_000, 250_000],
  ['live', 'enterprise', 1000, 1000],
  ['live', 'member', 10_000, 10_000],
  ['documented', 'enterprise', 10_000, 10_000],
] as const)('pages of %s %s with a window of %i reach %i records', (dialect, level, window, reached) => {
  expect(windowOf(settings(window), account(dialect, level))).toBe(reached)
})

it('pages may have 100000 records for programs of enterprise accounts, and 10000 for all others', () => {
  expect(() => checkSize(account('live', 'enterprise'), 50_000)).not.toThrow()
  for (const other of [account('live', 'member'), account('documented', 'enterprise')]) {
    expect(() => checkSize(other, 10_000)).not.toThrow()
    expect(() => checkSize(other, 10_001)).toThrow('[51] The Size value `10001` must be between 1 and 10000')
  }
})
