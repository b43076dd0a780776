import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepPaid, readPaid } from './paid-answer.ts'

const HOUR_MS = 3_600_000

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('gives the last paid answer to the same search, for an hour', () => {
  const answer = { cost: 1, total: 3 }
  keepPaid('a', answer, 0)
  expect(readPaid('a', HOUR_MS - 1)).toEqual(answer)
  expect(readPaid('a', HOUR_MS)).toBeUndefined()
  expect(readPaid('b', 0)).toBeUndefined()
})

it('keeps no answer that cost nothing, and not the one before it', () => {
  keepPaid('a', { cost: 1 }, 0)
  keepPaid('b', { cost: 0 }, 0)
  expect(readPaid('a', 0)).toBeUndefined()
  expect(readPaid('b', 0)).toBeUndefined()
})

it('pays again for what is too large for the browser', () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    removeItem: () => {},
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  keepPaid('a', { cost: 1 })
  expect(readPaid('a')).toBeUndefined()
})
