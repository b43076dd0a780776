import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRateLimiter } from './rate-limiter.ts'

describe('rates', () => {
  it('allow the whole limit at once and refuse the next call', () => {
    const count = createRateLimiter()
    const left = Array.from({ length: 3 }, () => count(1, 3, 0))
    expect(left.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
      [true, 2],
      [true, 1],
      [true, 0],
    ])
    expect(count(1, 3, 0)).toEqual({ allowed: false, limit: 3, remaining: 0, reset: 20 })
  })

  it('accept one more call after the reported wait, and no sooner', () => {
    const count = createRateLimiter()
    for (let call = 0; call < 3; call++) count(1, 3, 0)
    expect(count(1, 3, 19_000).allowed).toBe(false)
    expect(count(1, 3, 20_000).allowed).toBe(true)
    expect(count(1, 3, 20_000).allowed).toBe(false)
  })

  it('are kept per account', () => {
    const count = createRateLimiter()
    expect(count(1, 1, 0).allowed).toBe(true)
    expect(count(1, 1, 0).allowed).toBe(false)
    expect(count(2, 1, 0).allowed).toBe(true)
  })

  it('never allow more than twice the limit within a minute, nor fewer than the limit, whatever the calls', () => {
    const calls = fc.array(fc.integer({ min: 0, max: 2000 }), { minLength: 1, maxLength: 400 })
    fc.assert(
      fc.property(calls, fc.integer({ min: 1, max: 50 }), (gaps, limit) => {
        const count = createRateLimiter()
        let now = 0
        const passed: number[] = []
        for (const gap of gaps) {
          now += gap
          if (count(1, limit, now).allowed) passed.push(now)
        }
        const windows = passed.map((from) => passed.filter((at) => at >= from && at < from + 60_000).length)
        expect(Math.max(...windows)).toBeLessThanOrEqual(2 * limit)
        expect(passed.length).toBeGreaterThanOrEqual(Math.min(limit, gaps.length))
      }),
    )
  })

  it('cost no caller a call when the clock jumps back', () => {
    const count = createRateLimiter()
    for (let call = 0; call < 5; call++) count(1, 5, 3_600_000)
    expect(count(1, 5, 0).reset).toBeLessThanOrEqual(60)
    expect(count(1, 5, 60_000).allowed).toBe(true)
  })
})
