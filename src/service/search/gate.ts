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

/** Lets work through in the order of its arrival, and refuses rather than letting the queue grow without bound. */
export function createGate(limits: GateLimits): BusyGate {
  // A set keeps the order of arrival and lets one that gives up leave from the middle.
  const queue = new Set<() => void>()
  let running = 0

  const leave = (): void => {
    running--
    const [next] = queue
    next?.()
  }

  const enter = (signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted()
    if (running < limits.concurrency) {
      running++
      return Promise.resolve()
    }
    if (queue.size >= limits.queue) return Promise.reject(overloaded())
    return new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        queue.delete(admit)
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
      queue.add(admit)
    })
  }

  return {
    running: () => running,
    waiting: () => queue.size,
    run: async (work, signal) => {
      await enter(signal)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
