// The admission queue of searches. Below capacity, accounts are served round-robin and each account's calls in order of arrival.
// When waits stay too long, the newest calls of the least served accounts run first, and calls that waited long are refused:
// callers then get a result soon, or learn soon when to retry.
import { AppError } from '../../error/index.ts'
import type { EngineShare } from '../../store/index.ts'
import { Activity } from './activity.ts'
import { Load } from './load.ts'
import { Shares } from './shares.ts'
import { type Waiter, WaitQueue } from './wait-queue.ts'

/** The concurrency, the length of the queue, and the longest wait (milliseconds). */
export interface AdmissionLimits {
  readonly concurrency: number
  readonly queue: number
  readonly queueTime: number
  /** The lower bound of the adapted concurrency; half of `concurrency` by default. */
  readonly leastConcurrency?: number
  /** Threads of the engine, if known. */
  readonly threads?: number
}

/** Work that holds a slot. */
export interface Running {
  readonly owner: number
  readonly giveWay: AbortController
  /** Whether it must not be restarted. */
  held: boolean
  startedAt: number
  /** Whether nothing else ran at the same time. */
  alone: boolean
}

interface Waiting extends Waiter {
  readonly running: Running
  readonly admit: () => void
  readonly refuse: () => void
}

/** From this number of slots on, a single owner leaves a quarter of them free for others. */
const LEAST_TO_SPARE = 4
/** An owner whose work had to yield stays at a quarter of the slots until others start nothing for this number of milliseconds. */
const MODEST = 5000
/** A wait is too long above this number of milliseconds and above this multiple of the typical duration. */
const LONG_WAIT = 2000
const LONG_WAIT_TIMES = 10
/**
 * Waits that are too long for this number of milliseconds are an overload; it ends when no call was refused for `CALM`
 * milliseconds.
 */
const OVERLOAD_AFTER = 1000
const CALM = 5000
/** Interval of the checks of waiting calls, in milliseconds. */
const TICK = 20
/** Under overload a call waits at most as long as typical work takes, but at least this long before it is refused. */
const LEAST_QUEUE_TIME = 50
/** A search that runs for this multiple of the typical duration, and for this long, no longer counts against the adapted concurrency. */
const LONG = 4
const LEAST_LONG = 250

/** The longest pause of slow statements before each block: of the first work of an account, and of its further work. */
const SHORT_PAUSE = 500
const LONG_PAUSE = 3000

/** The slots, their holders and the waiting calls. */
export class Slots {
  readonly #limits: AdmissionLimits
  readonly #share: number
  readonly #alone: number
  readonly #load: Load
  readonly #shares = new Shares()
  readonly #activity = new Activity()
  readonly #queue = new WaitQueue<Waiting>()
  readonly #running = new Set<Running>()
  /** Until when owners stay limited because their work had to yield. */
  readonly #modest = new Map<number, number>()
  /** Since when the queue causes too long a wait; undefined while it does not. */
  #crowdedSince: number | undefined
  #lateAt = Number.NEGATIVE_INFINITY
  #ticking: NodeJS.Timeout | undefined

  constructor(limits: AdmissionLimits) {
    const { concurrency, leastConcurrency = Math.ceil(concurrency / 2) } = limits
    this.#limits = limits
    this.#load = new Load({ concurrency, least: Math.min(concurrency, leastConcurrency) })
    this.#share = Math.max(1, Math.floor(concurrency / 4))
    this.#alone = concurrency < LEAST_TO_SPARE ? concurrency : concurrency - this.#share
  }

  get running(): number {
    return this.#running.size
  }

  get waiting(): number {
    return this.#queue.size
  }

  /** How many may run now before others wait. */
  get limit(): number {
    return this.#load.limit
  }

  /** The error for a call that cannot be served, with the expected wait. */
  overloaded(): AppError {
    return new AppError(
      'unavailable',
      '503 Service Unavailable: too many searches at once; try again in a few seconds',
      { retryAfter: this.#load.book(performance.now(), this.#queue.size) },
    )
  }

  /** Resolves when the owner holds a slot. */
  async enter(owner: number, signal: AbortSignal | undefined): Promise<Running> {
    signal?.throwIfAborted()
    const running = { owner, giveWay: new AbortController(), held: false, startedAt: 0, alone: true }
    if (this.#queue.size === 0 && this.#mayStart(owner)) {
      this.#start(running)
      return running
    }
    if (this.#queue.size >= this.#limits.queue) this.#makePlace()
    await this.#wait(running, signal)
    return running
  }

  /** Releases a slot; only the duration of finished work counts. */
  leave(running: Running, finished: boolean): void {
    this.#running.delete(running)
    const now = performance.now()
    const took = now - running.startedAt
    this.#activity.ended(running.owner, took, now)
    if (finished) {
      this.#load.ended(took, running.alone, this.#queue.size > 0)
    }
    this.#admit()
  }

  /**
   * The share of the engine for a statement of running work. Slow statements pause for all others and for the slow ones of the
   * account's earlier work. While other accounts are active, slow statements and those of accounts whose work takes long get a
   * quarter of the threads. Slow ones of the embedded engine run at the system's lowest priority, if it allows that.
   */
  shareOf(running: Running, isSlow: boolean): EngineShare {
    const { threads } = this.#limits
    const isLimited =
      threads !== undefined && this.#isOtherActive(running.owner) && (isSlow || this.#isHeavy(running.owner))
    const before = this.#positionOf(running)
    const isNiced = threads !== undefined && isSlow
    return {
      priority: isSlow ? 2 + before : 1,
      longestPause: before > 0 ? LONG_PAUSE : SHORT_PAUSE,
      threads: isLimited ? Math.max(1, Math.floor(threads / 4)) : undefined,
      isNiced,
    }
  }

  /** Fails when no other call can be refused instead. */
  #makePlace(): void {
    const oldest = this.#isOverloaded() ? this.#queue.oldestOfMost() : undefined
    if (oldest === undefined) throw this.overloaded()
    oldest.refuse()
  }

  #wait(running: Running, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        this.#queue.remove(waiting)
        signal?.removeEventListener('abort', abandon)
        act()
      }
      const admit = (): void => {
        this.#start(running)
        settle(resolve)
      }
      const refuse = (): void => settle(() => reject(this.overloaded()))
      const abandon = (): void => settle(() => reject(signal?.reason))
      const waiting = { owner: running.owner, since: performance.now(), running, admit, refuse }
      signal?.addEventListener('abort', abandon, { once: true })
      this.#enqueue(waiting)
    })
  }

  #enqueue(waiting: Waiting): void {
    this.#queue.add(waiting)
    this.#ticking ??= setInterval(() => this.#tick(), TICK)
    this.#admit()
  }

  #tick(): void {
    if (!this.#isCrowded()) this.#crowdedSince = undefined
    else this.#crowdedSince ??= performance.now()
    this.#refuseLate()
    this.#admit()
    if (this.#queue.size > 0) return
    clearInterval(this.#ticking)
    this.#ticking = undefined
  }

  #isCrowded(): boolean {
    const { typical, limit } = this.#load
    return (this.#queue.size * typical) / limit > Math.max(LONG_WAIT, LONG_WAIT_TIMES * typical)
  }

  #isOverloaded(): boolean {
    const now = performance.now()
    return now - (this.#crowdedSince ?? now) > OVERLOAD_AFTER || now - this.#lateAt < CALM
  }

  /** How long a call may wait at present. */
  #queueTime(): number {
    if (!this.#isOverloaded()) return this.#limits.queueTime
    return Math.min(this.#limits.queueTime, Math.max(LEAST_QUEUE_TIME, this.#load.typical))
  }

  #refuseLate(): void {
    const now = performance.now()
    for (const waiting of this.#queue.olderThan(now - this.#queueTime())) {
      this.#lateAt = now
      waiting.refuse()
    }
  }

  #start(running: Running): void {
    running.startedAt = performance.now()
    running.alone = this.#running.size === 0
    for (const other of this.#running) other.alone = false
    this.#running.add(running)
    this.#shares.started(running.owner, running.startedAt)
    this.#activity.started(running.owner, running.startedAt)
    this.#trimHeavy(running.owner)
  }

  /** Limits other owners whose work takes long to their share from now on: it may have started while they were alone. */
  #trimHeavy(active: number): void {
    const owners = new Set([...this.#running].map(({ owner }) => owner))
    for (const owner of owners) {
      if (owner === active || !this.#isHeavy(owner)) continue
      const excesses = this.#heldBy(owner)
        .slice(this.#share)
        .filter(({ held }) => !held)
      if (excesses.length > 0 || this.#isModest(owner)) this.#modest.set(owner, performance.now() + MODEST)
      for (const excess of excesses) excess.giveWay.abort(new Error('the search gives way to other accounts'))
    }
  }

  #heldBy(owner: number): readonly Running[] {
    return [...this.#running].filter((one) => one.owner === owner)
  }

  /**
   * The number of earlier running works of its account; a statement may start after its slot was released, and then comes after all
   * of them.
   */
  #positionOf(running: Running): number {
    const held = this.#heldBy(running.owner)
    const index = held.indexOf(running)
    return index === -1 ? held.length : index
  }

  #mayStart(owner: number): boolean {
    if (this.#running.size >= this.#limits.concurrency) return false
    const held = this.#heldBy(owner).length
    const isShared =
      this.#queue.hasOther(owner) ||
      this.#isModest(owner) ||
      (this.#isHeavy(owner) && this.#isOtherActive(owner))
    if (held >= (isShared ? this.#share : this.#alone)) return false
    const kept = held === 0 && this.#someoneHoldsMany() ? this.#share : 0
    return this.#countYoung() < this.#load.limit + kept
  }

  /** Whether work of an owner yielded recently: restarted work would have to yield again. */
  #isModest(owner: number): boolean {
    const until = this.#modest.get(owner)
    if (until !== undefined && until <= performance.now()) this.#modest.delete(owner)
    return this.#modest.has(owner)
  }

  /** Whether the work of an owner takes long. */
  #isHeavy(owner: number): boolean {
    const [oldest] = this.#heldBy(owner)
    return this.#activity.isHeavy(owner, oldest?.startedAt, performance.now())
  }

  #isOtherActive(owner: number): boolean {
    return this.#queue.hasOther(owner) || this.#activity.isOtherActive(owner, performance.now())
  }

  #someoneHoldsMany(): boolean {
    const owners = new Set([...this.#running].map(({ owner }) => owner))
    return owners.size < this.#running.size
  }

  #countYoung(): number {
    const long = Math.max(LEAST_LONG, LONG * this.#load.typical)
    const since = performance.now() - long
    return [...this.#running].filter(({ startedAt }) => startedAt >= since).length
  }

  #next(): Waiting | undefined {
    const mayStart = (owner: number): boolean => this.#mayStart(owner)
    if (!this.#isOverloaded()) return this.#queue.next(mayStart)
    const isBelow = this.#shares.belowShare(performance.now(), this.#queue.owners())
    return this.#queue.newest(mayStart, isBelow)
  }

  #admit(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) next.admit()
    this.#makeRoom()
  }

  /** Aborts the newest search of an owner above its share in favour of waiting owners below theirs. */
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
