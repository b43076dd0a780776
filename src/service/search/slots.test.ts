import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Running, Slots } from './slots.ts'

const LIMITS = { concurrency: 8, queue: 100, queueTime: 10_000, threads: 16 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the share of the engine', () => {
  it('makes slow statements pause for all others and for those of earlier work', async () => {
    const slots = new Slots(LIMITS)
    const enter = (owner: number) => slots.enter(owner, undefined)
    const [first, second, other] = [await enter(1), await enter(1), await enter(2)]
    const priorities = (isSlow: boolean) =>
      [first, second, other].map((running) => slots.shareOf(running, isSlow).priority)
    expect(priorities(false)).toEqual([1, 1, 1])
    expect(priorities(true)).toEqual([2, 3, 2])
    expect([false, true].map((isSlow) => slots.shareOf(other, isSlow).isNiced)).toEqual([false, true])
    const onServers = new Slots({ ...LIMITS, threads: undefined })
    expect(onServers.shareOf(await onServers.enter(1, undefined), true).isNiced).toBe(false)
    slots.leave(first, true)
    expect(slots.shareOf(second, true).priority).toBe(2)
  })

  it('of a statement that starts after its slot was released is lower than that of all running work of the account', async () => {
    const slots = new Slots(LIMITS)
    const enter = () => slots.enter(1, undefined)
    const [left, running] = [await enter(), await enter()]
    slots.leave(left, true)
    expect(slots.shareOf(left, true).priority).toBe(3)
    expect(slots.shareOf(left, true).longestPause).toBeGreaterThan(slots.shareOf(running, true).longestPause)
    slots.leave(running, true)
    expect(slots.shareOf(left, true).priority).toBe(2)
  })

  it('is a quarter of the threads for an account whose work takes long while others are active', async () => {
    const slots = new Slots(LIMITS)
    const enter = (owner: number) => slots.enter(owner, undefined)
    const long = [await enter(1), await enter(1)]
    const threads = () => long.map((running) => slots.shareOf(running, false).threads)
    vi.advanceTimersByTime(2000)
    expect(threads()).toEqual([undefined, undefined])
    const other = await enter(2)
    expect(threads()).toEqual([4, 4])
    expect(slots.shareOf(other, true).threads).toBe(4)
    expect(slots.shareOf(other, false).threads).toBeUndefined()
    slots.leave(other, true)
    vi.advanceTimersByTime(4000)
    expect(threads()).toEqual([undefined, undefined])
  })
})

describe('an account whose work takes long', () => {
  it('is limited to a quarter of the slots as soon as another one starts, its newest work first', async () => {
    const slots = new Slots(LIMITS)
    const enter = (owner: number) => slots.enter(owner, undefined)
    const work: Running[] = []
    for (let count = 0; count < 6; count++) work.push(await enter(1))
    const gaveWay = () => work.map(({ giveWay }) => giveWay.signal.aborted)
    vi.advanceTimersByTime(2000)
    expect(gaveWay()).not.toContain(true)
    for (const running of work.slice(2, 3)) running.held = true
    await enter(2)
    // Work that has sent rows continues.
    expect(gaveWay()).toEqual([false, false, false, true, true, true])
  })

  it('stays limited for a while, so that restarted work need not yield again', async () => {
    const slots = new Slots(LIMITS)
    const work: Running[] = []
    for (let count = 0; count < 6; count++) work.push(await slots.enter(1, undefined))
    vi.advanceTimersByTime(2000)
    slots.leave(await slots.enter(2, undefined), true)
    for (const running of work.slice(2)) slots.leave(running, false)
    vi.advanceTimersByTime(4000)
    const leaving = new AbortController()
    const again = slots.enter(1, leaving.signal)
    expect(slots.waiting).toBe(1)
    leaving.abort()
    await expect(again).rejects.toThrow()
    vi.advanceTimersByTime(30_000)
    await slots.enter(1, undefined)
    expect(slots.running).toBe(3)
  })

  it('keeps its slots while its work is short', async () => {
    const slots = new Slots(LIMITS)
    const work = [
      await slots.enter(1, undefined),
      await slots.enter(1, undefined),
      await slots.enter(1, undefined),
    ]
    await slots.enter(2, undefined)
    expect(work.map(({ giveWay }) => giveWay.signal.aborted)).toEqual([false, false, false])
  })
})
