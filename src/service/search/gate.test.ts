import { describe, expect, it } from 'vitest'
import { createGate } from './gate.ts'

function blocked(): { readonly work: () => Promise<void>; readonly end: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, end: resolve }
}

describe('the gate', () => {
  it('runs no more at a time than it may, and all in the order of their arrival', async () => {
    const gate = createGate({ concurrency: 2, queue: 100, queueTime: 10_000 })
    const order: number[] = []
    let running = 0
    let most = 0
    const work = (id: number) => async () => {
      most = Math.max(most, ++running)
      order.push(id)
      await new Promise((resolve) => setTimeout(resolve, 1))
      running--
    }
    await Promise.all(Array.from({ length: 20 }, (_, id) => gate.run(1, work(id), undefined)))
    expect(most).toBe(2)
    expect(order).toEqual([...order].sort((a, b) => a - b))
    expect([gate.running(), gate.waiting()]).toEqual([0, 0])
  })

  it('goes round those who wait', async () => {
    const gate = createGate({ concurrency: 1, queue: 100, queueTime: 10_000 })
    const first = blocked()
    const order: string[] = []
    const search = (owner: number, name: string) =>
      gate.run(owner, async () => void order.push(name), undefined)
    const all = [gate.run(1, first.work, undefined)]
    for (const name of ['a1', 'a2', 'a3']) all.push(search(1, name))
    for (const name of ['b1', 'b2']) all.push(search(2, name))
    all.push(search(3, 'c1'))
    first.end()
    await Promise.all(all)
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  it('refuses at once when too many wait', async () => {
    const gate = createGate({ concurrency: 1, queue: 1, queueTime: 10_000 })
    const first = blocked()
    const running = [gate.run(1, first.work, undefined), gate.run(1, async () => {}, undefined)]
    await expect(gate.run(1, async () => {}, undefined)).rejects.toMatchObject({ code: 'unavailable' })
    first.end()
    await Promise.all(running)
  })

  it('refuses who has waited too long, and lets the others pass', async () => {
    const gate = createGate({ concurrency: 1, queue: 10, queueTime: 20 })
    const first = blocked()
    const running = gate.run(1, first.work, undefined)
    await expect(gate.run(1, async () => {}, undefined)).rejects.toMatchObject({ code: 'unavailable' })
    first.end()
    await running
    await expect(gate.run(1, async () => 'done', undefined)).resolves.toBe('done')
  })

  it('forgets who hangs up while waiting', async () => {
    const gate = createGate({ concurrency: 1, queue: 10, queueTime: 10_000 })
    const first = blocked()
    const running = gate.run(1, first.work, undefined)
    const caller = new AbortController()
    const waiting = gate.run(1, async () => 'never', caller.signal)
    caller.abort()
    await expect(waiting).rejects.toThrow('aborted')
    expect(gate.waiting()).toBe(0)
    first.end()
    await running
    expect(gate.running()).toBe(0)
  })

  it('frees its place when work fails', async () => {
    const gate = createGate({ concurrency: 1, queue: 0, queueTime: 0 })
    await expect(gate.run(1, async () => Promise.reject(new Error('broken')), undefined)).rejects.toThrow(
      'broken',
    )
    await expect(gate.run(1, async () => 1, undefined)).resolves.toBe(1)
  })
})
