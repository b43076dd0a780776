import { AppError } from '../../error/index.ts'
import { RoundRobinQueue } from './round-robin-queue.ts'
import type { Admission, Slot } from './types.ts'

/** How many may run, how many may wait, and how long (milliseconds). */
export interface AdmissionLimits {
  readonly concurrency: number
  readonly queue: number
  readonly queueTime: number
}

/** An admission queue that also reports its load. */
export interface ObservedAdmission extends Admission {
  readonly running: () => number
  readonly waiting: () => number
}

/** From so many slots on, one owner alone leaves a quarter of them to those who may come. */
const LEAST_TO_SPARE = 4
/** Work that gave way to others so often is refused. */
const MOST_RESTARTS = 3
const LONGEST_ADVICE_SECONDS = 60

interface Running {
  readonly owner: number
  readonly giveWay: AbortController
  /** Whether it must not be started over. */
  held: boolean
}

/**
 * Runs work in a bounded number of slots and serves waiting accounts round-robin. While another account waits, none keeps more than a
 * quarter of the slots (at least one): its newest work is aborted and restarted later. A full queue refuses new work.
 */
export function createAdmission(limits: AdmissionLimits): ObservedAdmission {
  const slots = new Slots(limits)
  return {
    running: () => slots.running,
    waiting: () => slots.waiting,
    run: async (owner, work, signal) => {
      for (let restarts = 0; ; restarts++) {
        const running = await slots.enter(owner, signal)
        try {
          return await work(slotOf(running, signal))
        } catch (error) {
          const gaveWay = running.giveWay.signal.aborted && signal?.aborted !== true
          if (!gaveWay) throw error
          if (restarts === MOST_RESTARTS) throw slots.overloaded()
        } finally {
          slots.leave(running)
        }
      }
    },
  }
}

function slotOf(running: Running, signal: AbortSignal | undefined): Slot {
  const { signal: giveWay } = running.giveWay
  return {
    signal: signal === undefined ? giveWay : AbortSignal.any([signal, giveWay]),
    hold: (held) => {
      running.held = held
    },
  }
}

type Admit = () => void

/** The slots, who holds them and who waits for one. */
class Slots {
  readonly #limits: AdmissionLimits
  readonly #share: number
  readonly #alone: number
  readonly #queue = new RoundRobinQueue<Admit>()
  readonly #running = new Set<Running>()
  /** When each began, for the mean duration. */
  readonly #started = new WeakMap<Running, number>()
  #meanDuration = 0

  constructor(limits: AdmissionLimits) {
    const { concurrency } = limits
    this.#limits = limits
    this.#share = Math.max(1, Math.floor(concurrency / 4))
    this.#alone = concurrency < LEAST_TO_SPARE ? concurrency : concurrency - this.#share
  }

  get running(): number {
    return this.#running.size
  }

  get waiting(): number {
    return this.#queue.size
  }

  /** The failure of who cannot be served, with the wait to expect. */
  overloaded(): AppError {
    const expected = ((this.#queue.size + 1) / this.#limits.concurrency) * this.#meanDuration
    const retryAfter = Math.min(LONGEST_ADVICE_SECONDS, Math.max(1, Math.ceil(expected / 1000)))
    return new AppError(
      'unavailable',
      '503 Service Unavailable: too many searches at once; try again in a few seconds',
      { retryAfter },
    )
  }

  /** Resolves when the owner holds a slot. */
  async enter(owner: number, signal: AbortSignal | undefined): Promise<Running> {
    signal?.throwIfAborted()
    const running = { owner, giveWay: new AbortController(), held: false }
    if (this.#queue.size === 0 && this.#mayStart(owner)) {
      this.#start(running)
      return running
    }
    if (this.#queue.size >= this.#limits.queue) throw this.overloaded()
    await this.#wait(running, signal)
    return running
  }

  leave(running: Running): void {
    this.#running.delete(running)
    const took = performance.now() - (this.#started.get(running) ?? 0)
    this.#meanDuration += (took - this.#meanDuration) / 10
    this.#admit()
  }

  #wait(running: Running, signal: AbortSignal | undefined): Promise<void> {
    const { owner } = running
    return new Promise((resolve, reject) => {
      const finish = (act: () => void): void => {
        this.#queue.remove(owner, admit)
        clearTimeout(timer)
        signal?.removeEventListener('abort', abandon)
        act()
      }
      const admit = (): void =>
        finish(() => {
          this.#start(running)
          resolve()
        })
      const abandon = (): void => finish(() => reject(signal?.reason))
      const timer = setTimeout(() => finish(() => reject(this.overloaded())), this.#limits.queueTime)
      signal?.addEventListener('abort', abandon, { once: true })
      this.#queue.add(owner, admit)
      this.#admit()
    })
  }

  #start(running: Running): void {
    this.#running.add(running)
    this.#started.set(running, performance.now())
  }

  #heldBy(owner: number): readonly Running[] {
    return [...this.#running].filter((one) => one.owner === owner)
  }

  #mayStart(owner: number): boolean {
    if (this.#running.size >= this.#limits.concurrency) return false
    return this.#heldBy(owner).length < (this.#queue.hasOther(owner) ? this.#share : this.#alone)
  }

  #admit(): void {
    const next = (): Admit | undefined => this.#queue.next((owner) => this.#mayStart(owner))
    for (let admit = next(); admit !== undefined; admit = next()) admit()
    this.#makeRoom()
  }

  /** Lets the newest work of whoever holds more than a share give way to owners who wait and hold less. */
  #makeRoom(): void {
    const free = this.#limits.concurrency - this.#running.size
    const leaving = [...this.#running].filter((one) => one.giveWay.signal.aborted).length
    const wanting = this.#queue.owners().filter((owner) => this.#heldBy(owner).length < this.#share)
    for (let wanted = wanting.length - free - leaving; wanted > 0; wanted--) {
      const excess = this.#newestExcess()
      if (excess === undefined) return
      excess.giveWay.abort(new Error('the search gives way to other accounts'))
    }
  }

  #newestExcess(): Running | undefined {
    const owners = Map.groupBy(
      [...this.#running].filter(({ giveWay }) => !giveWay.signal.aborted),
      ({ owner }) => owner,
    )
    const [most] = [...owners.values()].sort((a, b) => b.length - a.length)
    if (most === undefined || most.length <= this.#share) return undefined
    return most.findLast(({ held }) => !held)
  }
}
