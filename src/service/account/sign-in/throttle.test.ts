import { describe, expect, it } from 'vitest'
import { EVERYBODY, type Subject, Throttle } from './throttle.ts'

const subject: Subject = { name: 'a', free: 3, most: 8000, crowd: 2 }

function bench() {
  const clock = { now: 0 }
  const waits: number[] = []
  const throttle = new Throttle({ clock: () => clock.now, sleep: async (wait) => void waits.push(wait) })
  return { clock, waits, throttle }
}

describe('the throttle', () => {
  it('accepts the first failures without delay and then doubles the wait up to its limit', async () => {
    const { throttle, waits } = bench()
    for (let times = 0; times < 12; times++) {
      throttle.fail([subject, EVERYBODY])
      await throttle.wait([subject, EVERYBODY])
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000, 8000, 8000])
  })

  it('forgives with time', async () => {
    const { throttle, waits, clock } = bench()
    for (let times = 0; times < 8; times++) throttle.fail([subject])
    clock.now = 10 * 60_000
    await throttle.wait([subject])
    expect(waits).toEqual([])
  })

  it('removes an attempt that was not a failure, and resets on request', async () => {
    const { throttle, waits } = bench()
    const other = { ...subject, name: 'b' }
    for (let times = 0; times < 4; times++) throttle.fail([subject, other])
    throttle.undo([subject])
    throttle.forget(other)
    await throttle.wait([subject])
    await throttle.wait([other])
    expect(waits).toEqual([])
    expect(throttle.fail([other])).toBe(1)
    expect(throttle.fail([subject])).toBe(4)
  })

  it('refuses only calls of a subject that has too many waiting calls', async () => {
    const ends: (() => void)[] = []
    const throttle = new Throttle({ clock: () => 0, sleep: () => new Promise<void>((end) => ends.push(end)) })
    const other = { ...subject, name: 'b' }
    for (let times = 0; times < 8; times++) throttle.fail([subject, other])
    const waiting = [throttle.wait([subject]), throttle.wait([subject])]
    await expect(throttle.wait([subject])).rejects.toMatchObject({
      code: 'rate',
      retryAfter: 8,
      message: '[45012] too many requests: too many wrong attempts; try again in 8 seconds',
    })
    waiting.push(throttle.wait([other]))
    for (const end of ends) end()
    await Promise.all(waiting)
    const late = throttle.wait([subject])
    ends.at(-1)?.()
    await late
  })

  it('stores a bounded number of subjects, the latest ones', () => {
    const { throttle } = bench()
    for (let index = 0; index < 30_000; index++) throttle.fail([{ ...subject, name: `${index}` }])
    expect(throttle.fail([{ ...subject, name: '29999' }])).toBe(2)
    expect(throttle.fail([{ ...subject, name: '5' }])).toBe(1)
  })
})
