import { describe, expect, it } from 'vitest'
import { type ObservedAdmission, createAdmission } from './admission.ts'

function blocked(): { readonly work: () => Promise<void>; readonly end: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, end: resolve }
}

describe('the admission queue', () => {
  it('runs no more concurrently than allowed, and all in order of arrival', async () => {
    const admission = createAdmission({ concurrency: 2, queue: 100, queueTime: 10_000 })
    const order: number[] = []
    let running = 0
    let most = 0
    const work = (id: number) => async () => {
      most = Math.max(most, ++running)
      order.push(id)
      await new Promise((resolve) => setTimeout(resolve, 1))
      running--
    }
    await Promise.all(Array.from({ length: 20 }, (_, id) => admission.run(1, work(id), undefined)))
    expect(most).toBe(2)
    expect(order).toEqual([...order].sort((a, b) => a - b))
    expect([admission.running(), admission.waiting()]).toEqual([0, 0])
  })

  it('serves waiting owners round-robin', async () => {
    const admission = createAdmission({ concurrency: 1, queue: 100, queueTime: 10_000 })
    const first = blocked()
    const order: string[] = []
    const search = (owner: number, name: string) =>
      admission.run(owner, async () => void order.push(name), undefined)
    const all = [admission.run(1, first.work, undefined)]
    for (const name of ['a1', 'a2', 'a3']) all.push(search(1, name))
    for (const name of ['b1', 'b2']) all.push(search(2, name))
    all.push(search(3, 'c1'))
    first.end()
    await Promise.all(all)
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  it('refuses at once when too many wait', async () => {
    const admission = createAdmission({ concurrency: 1, queue: 1, queueTime: 10_000 })
    const first = blocked()
    const running = [admission.run(1, first.work, undefined), admission.run(1, async () => {}, undefined)]
    await expect(admission.run(1, async () => {}, undefined)).rejects.toMatchObject({ code: 'unavailable' })
    first.end()
    await Promise.all(running)
  })

  it('refuses calls that have waited too long, and serves the others', async () => {
    const admission = createAdmission({ concurrency: 1, queue: 10, queueTime: 20 })
    const first = blocked()
    const running = admission.run(1, first.work, undefined)
    await expect(admission.run(1, async () => {}, undefined)).rejects.toMatchObject({ code: 'unavailable' })
    first.end()
    await running
    await expect(admission.run(1, async () => 'done', undefined)).resolves.toBe('done')
  })

  it('removes a caller that leaves while waiting', async () => {
    const admission = createAdmission({ concurrency: 1, queue: 10, queueTime: 10_000 })
    const first = blocked()
    const running = admission.run(1, first.work, undefined)
    const caller = new AbortController()
    const waiting = admission.run(1, async () => 'never', caller.signal)
    caller.abort()
    await expect(waiting).rejects.toThrow('aborted')
    expect(admission.waiting()).toBe(0)
    first.end()
    await running
    expect(admission.running()).toBe(0)
  })

  it('frees its slot when work fails', async () => {
    const admission = createAdmission({ concurrency: 1, queue: 0, queueTime: 0 })
    await expect(
      admission.run(1, async () => Promise.reject(new Error('broken')), undefined),
    ).rejects.toThrow('broken')
    await expect(admission.run(1, async () => 1, undefined)).resolves.toBe(1)
  })
})

describe('while another account waits', () => {
  /** Work that runs until it is stopped or yields, and records both. */
  function heavy(admission: ObservedAdmission, owner: number) {
    const log = { started: 0, stopped: 0 }
    const end = Promise.withResolvers<void>()
    const done = admission.run(
      owner,
      async ({ signal }) => {
        log.started++
        const stopped = Promise.withResolvers<never>()
        signal.addEventListener('abort', () => {
          log.stopped++
          stopped.reject(signal.reason)
        })
        await Promise.race([end.promise, stopped.promise])
      },
      undefined,
    )
    done.catch(() => undefined)
    return { log, done, end: end.resolve }
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

  it('no account holds more than a quarter of the slots, and work that yielded is completed later', async () => {
    const admission = createAdmission({ concurrency: 8, queue: 100, queueTime: 10_000 })
    const attack = Array.from({ length: 9 }, () => heavy(admission, 1))
    await settled()
    expect(admission.running()).toBe(6)
    const others = [2, 3, 4].flatMap((owner) => [heavy(admission, owner), heavy(admission, owner)])
    const late = heavy(admission, 5)
    await settled()
    const holds = (all: readonly { log: { started: number; stopped: number } }[]) =>
      all.filter(({ log }) => log.started > log.stopped).length
    expect(holds(attack)).toBe(2)
    expect(holds([...others, late])).toBe(6)
    for (const { end } of [...attack, ...others, late]) end()
    await Promise.all([...attack, ...others, late].map(({ done }) => done))
    expect([admission.running(), admission.waiting()]).toEqual([0, 0])
  })

  it('the newest work yields, one slot for each waiting call', async () => {
    const admission = createAdmission({ concurrency: 2, queue: 100, queueTime: 10_000 })
    const attack = [heavy(admission, 1), heavy(admission, 1), heavy(admission, 1)]
    await settled()
    const other = heavy(admission, 2)
    await settled()
    expect(attack.map(({ log }) => [log.started, log.stopped])).toEqual([
      [1, 0],
      [1, 1],
      [0, 0],
    ])
    expect(other.log.started).toBe(1)
    for (const { end } of [...attack, other]) end()
    await Promise.all(attack.map(({ done }) => done))
  })

  it('work that has sent rows continues', async () => {
    const admission = createAdmission({ concurrency: 2, queue: 100, queueTime: 10_000 })
    const first = blocked()
    const held = () =>
      admission.run(
        1,
        async ({ signal, hold }) => {
          hold(true)
          await first.work()
          return signal.aborted
        },
        undefined,
      )
    const all = [held(), held()]
    await settled()
    const other = admission.run(2, async () => true, undefined)
    await settled()
    first.end()
    expect(await Promise.all(all)).toEqual([false, false])
    expect(await other).toBe(true)
  })

  it('work that yields repeatedly is refused with the expected wait', async () => {
    const admission = createAdmission({ concurrency: 2, queue: 100, queueTime: 10_000 })
    const steady = heavy(admission, 1)
    const victim = heavy(admission, 1)
    for (let times = 0; times < 4; times++) {
      await settled()
      const other = heavy(admission, 2 + times)
      await settled()
      other.end()
      await other.done
    }
    await expect(victim.done).rejects.toMatchObject({ code: 'unavailable', retryAfter: expect.any(Number) })
    expect([victim.log.started, steady.log.stopped]).toEqual([4, 0])
    steady.end()
    await steady.done
  })

  it('a caller that leaves receives the failure of its own signal', async () => {
    const admission = createAdmission({ concurrency: 1, queue: 100, queueTime: 10_000 })
    const caller = new AbortController()
    const gone = admission.run(
      1,
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      caller.signal,
    )
    await settled()
    caller.abort(new Error('hung up'))
    await expect(gone).rejects.toThrow('hung up')
  })
})
