import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isAppError } from '../../error/index.ts'
import { createAdmission, type ObservedAdmission } from './admission.ts'

/** The duration of one search alone on the engine, in milliseconds. */
const ALONE = 70
/** How many concurrent searches the engine runs without slowing down. */
const PARALLEL = 1.5
const STEP = 5
const CAPACITY = (1000 / ALONE) * PARALLEL
const LIMITS = { concurrency: 8, queue: 1000, queueTime: 45_000, leastConcurrency: 2 }

/** An engine that divides its capacity among all that runs, as processors do. */
class FakeEngine {
  readonly #works = new Set<{ left: number; done: () => void }>()

  work(size = ALONE): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#works.add({ left: size, done: resolve })
    return promise
  }

  step(): void {
    const speed = Math.min(1, PARALLEL / this.#works.size)
    for (const work of [...this.#works]) {
      work.left -= STEP * speed
      if (work.left > 0) continue
      this.#works.delete(work)
      work.done()
    }
  }
}

interface Answer {
  readonly owner: number
  readonly at: number
  readonly took: number
  readonly retryAfter: number | undefined
}

/** Searches through an admission queue and the engine, with a clock that the test controls. */
function setUp(admission: ObservedAdmission = createAdmission(LIMITS)) {
  const engine = new FakeEngine()
  const answers: Answer[] = []
  const search = async (owner: number, size?: number): Promise<void> => {
    const at = performance.now()
    const answer = (retryAfter: number | undefined) =>
      answers.push({ owner, at, took: performance.now() - at, retryAfter })
    await admission
      .run(owner, () => engine.work(size), undefined)
      .then(
        () => answer(undefined),
        (error) => answer(isAppError(error) ? error.retryAfter : Number.NaN),
      )
  }
  const pass = async (milliseconds: number, each: () => void = () => {}): Promise<void> => {
    for (let passed = 0; passed < milliseconds; passed += STEP) {
      each()
      await vi.advanceTimersByTimeAsync(STEP)
      engine.step()
    }
  }
  /** Calls at a rate per second, the owners round-robin. */
  const arrive = async (owners: number, rate: number, milliseconds: number): Promise<void> => {
    let due = 0
    let count = 0
    await pass(milliseconds, () => {
      for (due += (rate * STEP) / 1000; due >= 1; due--) void search(1 + (count++ % owners))
    })
  }
  /** One search after the other. */
  const calm = async (count: number): Promise<void> => {
    for (let done = 0; done < count; done++) {
      void search(1)
      await pass(2 * ALONE)
    }
    answers.length = 0
  }
  return { admission, answers, search, pass, arrive, calm }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
const served = (answers: readonly Answer[]): readonly Answer[] =>
  answers.filter(({ retryAfter }) => retryAfter === undefined)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe.each([1, 20])('at twice the capacity, from %i accounts,', (owners) => {
  it('served searches take at most three times as long as alone, and throughput is not reduced', async () => {
    const { answers, arrive, calm } = setUp()
    await calm(10)
    await arrive(owners, 2 * CAPACITY, 40_000)
    const late = served(answers).filter(({ at }) => at > performance.now() - 35_000)
    expect(median(late.map(({ took }) => took))).toBeLessThanOrEqual(3 * ALONE)
    expect(late.length / 35).toBeGreaterThan(0.9 * CAPACITY)
    for (const { took } of answers.filter(({ retryAfter }) => retryAfter !== undefined))
      expect(took).toBeLessThan(6000)
  })
})

describe('the admission queue', () => {
  it('refuses no call in a burst that is processed within two seconds', async () => {
    const { answers, calm, search, pass } = setUp()
    await calm(10)
    for (let count = 0; count < 1.5 * CAPACITY; count++) void search(1)
    await pass(4000)
    expect(served(answers)).toHaveLength(Math.ceil(1.5 * CAPACITY))
  })

  it('refuses none of many callers that wait for their response before the next call', async () => {
    const { answers, search, calm, pass } = setUp()
    await calm(10)
    const caller = async (): Promise<void> => {
      for (;;) await search(1)
    }
    for (let count = 0; count < 16; count++) void caller()
    await pass(10_000)
    expect(served(answers)).toHaveLength(answers.length)
    expect(answers.length / 10).toBeGreaterThan(0.9 * CAPACITY)
  })

  it('serves all callers again once the load is gone', async () => {
    const { answers, arrive, calm, pass, admission } = setUp()
    await calm(10)
    await arrive(5, 3 * CAPACITY, 10_000)
    await pass(6000)
    answers.length = 0
    await arrive(5, 0.7 * CAPACITY, 10_000)
    await pass(1000)
    expect(served(answers)).toHaveLength(answers.length)
    expect([admission.running(), admission.waiting()]).toEqual([0, 0])
  })

  it('gives accounts with equal load equal shares under overload, and no more to one with higher load', async () => {
    const { answers, search, calm, pass } = setUp()
    await calm(10)
    let step = 0
    await pass(30_000, () => {
      // Account 1 sends ten times as many calls as each of the four others.
      if (step % 4 === 0) void search(1)
      if (step % 40 === 0) for (const owner of [2, 3, 4, 5]) void search(owner)
      step++
    })
    const late = served(answers).filter(({ at }) => at > performance.now() - 25_000)
    const shares = [1, 2, 3, 4, 5].map(
      (owner) => late.filter((one) => one.owner === owner).length / late.length,
    )
    for (const share of shares) expect(share).toBeGreaterThan(0.13)
    expect(Math.max(...shares)).toBeLessThan(0.3)
  })

  it('a light account beside a heavy one is served within three times its time alone', async () => {
    const { answers, search, calm, pass } = setUp()
    await calm(10)
    const heavy = async (): Promise<void> => {
      for (;;) await search(1, 10 * ALONE)
    }
    for (let count = 0; count < 50; count++) void heavy()
    let step = 0
    await pass(60_000, () => {
      if (step++ % 200 === 0) void search(2)
    })
    const light = answers.filter(({ owner }) => owner === 2)
    expect(light.length).toBeGreaterThan(50)
    expect(served(light)).toHaveLength(light.length)
    expect(median(light.map(({ took }) => took))).toBeLessThanOrEqual(3 * ALONE)
  })

  it('gives refused callers different and accurate retry times', async () => {
    const admission = createAdmission({ concurrency: 1, queue: 20, queueTime: 45_000 })
    const { answers, search, calm, pass } = setUp(admission)
    await calm(10)
    for (let count = 0; count < 121; count++) void search(1)
    await pass(STEP)
    const advice = answers.flatMap(({ retryAfter }) => retryAfter ?? [])
    expect(advice).toHaveLength(100)
    // 20 wait, and 100 are to retry: 70 ms each.
    expect([advice[0], advice.at(-1)]).toEqual([2, 9])
    expect(advice).toEqual(advice.toSorted((a, b) => a - b))
    const again = advice.map(async (seconds) => {
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
      return search(2)
    })
    answers.length = 0
    await pass(12_000)
    await Promise.all(again)
    expect(served(answers).filter(({ owner }) => owner === 2).length).toBeGreaterThan(90)
  })
})

describe('an account whose work takes long', () => {
  const heavy = 20 * ALONE

  it('holds a quarter of the slots while others are active, and all but a quarter when they are not', async () => {
    const { admission, search, pass } = setUp()
    for (let count = 0; count < 60; count++) void search(1, heavy)
    await pass(8000)
    expect(admission.running()).toBe(6)
    let light = 0
    await pass(20_000, () => {
      if (light++ % 40 === 0) void search(2)
    })
    expect(admission.running()).toBe(2)
    await pass(6000)
    expect(admission.running()).toBe(6)
  })
})
