import { AppError } from '../../error/index.ts'
import type { Gate } from './types.ts'

/** How many may run, how many may wait, and how long (milliseconds). */
export interface GateLimits {
  readonly concurrency: number
  readonly queue: number
  readonly queueTime: number
}

/** A gate that also tells how busy it is. */
export interface BusyGate extends Gate {
  readonly running: () => number
  readonly waiting: () => number
}

const overloaded = (): AppError =>
  new AppError(
    'unavailable',
    '503 Service Unavailable: too many searches at once; try again in a few seconds',
  )

/**
 * Lets work through, turns going round those who wait so that nobody's hundred searches stand before another's one, and
 * refuses rather than letting the queue grow without bound.
 */
export function createGate(limits: GateLimits): BusyGate {
  const queue = new TurnQueue()
  let running = 0

  const leave = (): void => {
    running--
    queue.next()?.()
  }

  const enter = (owner: number, signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted()
    if (running < limits.concurrency) {
      running++
      return Promise.resolve()
    }
    if (queue.size >= limits.queue) return Promise.reject(overloaded())
    return new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        queue.remove(owner, admit)
        clearTimeout(timer)
        signal?.removeEventListener('abort', abandon)
        act()
      }
      const admit = (): void =>
        settle(() => {
          running++
          resolve()
        })
      const abandon = (): void => settle(() => reject(signal?.reason))
      const timer = setTimeout(() => settle(() => reject(overloaded())), limits.queueTime)
      signal?.addEventListener('abort', abandon, { once: true })
      queue.add(owner, admit)
    })
  }

  return {
    running: () => running,
    waiting: () => queue.size,
    run: async (owner, work, signal) => {
      await enter(owner, signal)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

/** Those who wait, by owner: each owner's in the order of their arrival, the owners in turn. */
class TurnQueue {
  // Maps and sets keep their order and let one that gives up leave from the middle.
  readonly #owners = new Map<number, Set<() => void>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(owner: number, admit: () => void): void {
    const own = this.#owners.get(owner)
    if (own === undefined) this.#owners.set(owner, new Set([admit]))
    else own.add(admit)
    this.#size++
  }

  remove(owner: number, admit: () => void): void {
    const own = this.#owners.get(owner)
    if (!own?.delete(admit)) return
    this.#size--
    if (own.size === 0) this.#owners.delete(owner)
  }

  /** Whose turn it is; the owner then stands last. */
  next(): (() => void) | undefined {
    const [first] = this.#owners
    if (first === undefined) return undefined
    const [owner, own] = first
    this.#owners.delete(owner)
    this.#owners.set(owner, own)
    const [admit] = own
    return admit
  }
}
