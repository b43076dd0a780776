// A pool of resources, each used by one caller at a time; further callers wait in a queue.
import { AppError } from '../../../error/index.ts'

const LONGEST_LINE = 1000

interface Waiter<Thing> {
  readonly give: (thing: Thing) => void
  readonly fail: (error: unknown) => void
}

/** A pool that creates up to `size` resources on demand. */
export class Pool<Thing> {
  readonly #size: number
  readonly #make: () => Thing
  readonly #destroy: (thing: Thing) => void
  readonly #free: Thing[] = []
  readonly #line: Waiter<Thing>[] = []
  #lent = 0
  #closed: (() => void) | undefined

  constructor(size: number, make: () => Thing, destroy: (thing: Thing) => void) {
    this.#size = size
    this.#make = make
    this.#destroy = destroy
  }

  /** Takes a resource for exclusive use until it is returned. */
  async take(signal?: AbortSignal): Promise<Thing> {
    signal?.throwIfAborted()
    if (this.#closed !== undefined) throw closing()
    const free = this.#free.pop()
    if (free !== undefined || this.#lent < this.#size) {
      this.#lent++
      return free ?? this.#made()
    }
    if (this.#line.length >= LONGEST_LINE)
      throw new AppError('unavailable', '503 Service Unavailable: too many queries are waiting; try again')
    return this.#wait(signal)
  }

  /** Returns a resource. */
  give(thing: Thing): void {
    const next = this.#line.shift()
    if (next !== undefined) {
      next.give(thing)
      return
    }
    this.#lent--
    this.#free.push(thing)
    if (this.#lent === 0) this.#closed?.()
  }

  /** Rejects waiting callers, calls `hurry` for busy resources, and destroys every resource once it is returned. */
  async close(hurry: () => void): Promise<void> {
    const idle = new Promise<void>((resolve) => {
      this.#closed = resolve
    })
    for (const waiter of this.#line.splice(0)) waiter.fail(closing())
    if (this.#lent > 0) {
      hurry()
      await idle
    }
    for (const thing of this.#free.splice(0)) this.#destroy(thing)
  }

  #made(): Thing {
    try {
      return this.#make()
    } catch (error) {
      this.#lent--
      throw error
    }
  }

  #wait(signal: AbortSignal | undefined): Promise<Thing> {
    return new Promise<Thing>((resolve, reject) => {
      const onAbort = (): void => {
        this.#line.splice(this.#line.indexOf(waiter), 1)
        reject(signal?.reason)
      }
      const waiter: Waiter<Thing> = {
        give: (thing) => {
          signal?.removeEventListener('abort', onAbort)
          resolve(thing)
        },
        fail: (error) => {
          signal?.removeEventListener('abort', onAbort)
          reject(error)
        },
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      this.#line.push(waiter)
    })
  }
}

function closing(): AppError {
  return new AppError('unavailable', '503 Service Unavailable: the record store is shutting down')
}
