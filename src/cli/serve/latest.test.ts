import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepLatest } from './latest.ts'

const OPTIONS = { fresh: 5000, waitTime: 1000, late: 1000, giveUp: 15_000 }

/** Queries that the test answers. */
function questions() {
  const asked: PromiseWithResolvers<number>[] = []
  const ask = (): Promise<number> => {
    const one = Promise.withResolvers<number>()
    asked.push(one)
    return one.promise
  }
  return { asked, ask }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the latest answer', () => {
  it('is asked for once, whoever wants it, and holds for a while', async () => {
    const { asked, ask } = questions()
    const read = keepLatest(ask, OPTIONS)
    const all = [read(), read(), read()]
    asked[0]?.resolve(7)
    expect(await Promise.all(all)).toEqual(Array(3).fill({ value: 7, up: true, error: undefined }))
    vi.advanceTimersByTime(4000)
    expect(await read()).toMatchObject({ value: 7, up: true })
    expect(asked).toHaveLength(1)
    vi.advanceTimersByTime(2000)
    const again = read()
    asked[1]?.resolve(8)
    expect(await again).toMatchObject({ value: 8, up: true })
  })

  it('is the last one there was, and not up, when asking fails', async () => {
    const { asked, ask } = questions()
    const read = keepLatest(ask, OPTIONS)
    const first = read()
    asked[0]?.resolve(7)
    await first
    vi.advanceTimersByTime(6000)
    const failed = read()
    const away = new Error('away')
    asked[1]?.reject(away)
    expect(await failed).toEqual({ value: 7, up: false, error: away })
  })

  it('is the one before while the next one is not late', async () => {
    const { asked, ask } = questions()
    const read = keepLatest(ask, { ...OPTIONS, waitTime: 5, late: 9000 })
    const first = read()
    asked[0]?.resolve(7)
    await first
    vi.advanceTimersByTime(6000)
    expect(await read()).toMatchObject({ value: 7, up: true })
    vi.advanceTimersByTime(9000)
    expect(await read()).toMatchObject({ value: 7, up: false })
    expect(asked).toHaveLength(2)
  })

  it('is not waited for beyond the wait time, by the first and those that follow', async () => {
    const { asked, ask } = questions()
    const read = keepLatest(ask, { ...OPTIONS, waitTime: 20, late: 0 })
    expect(await read()).toEqual({ value: undefined, up: false, error: undefined })
    vi.advanceTimersByTime(1000)
    expect(await read()).toMatchObject({ up: false })
    expect(asked).toHaveLength(1)
    vi.advanceTimersByTime(15_000)
    const late = read()
    expect(asked).toHaveLength(2)
    asked[1]?.resolve(9)
    expect(await late).toMatchObject({ value: 9, up: true })
    // An abandoned query no longer counts.
    asked[0]?.resolve(1)
    await Promise.resolve()
    expect(await read()).toMatchObject({ value: 9, up: true })
  })
})
