// The writer of a store: collects batches into units and takes each through the phases of the commit log. What it acknowledges counts,
// whatever becomes of this process; what it does not acknowledge never shows.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Asset } from '../../asset/index.ts'
import { type BegunUnit, type CommitLog, firstWrite, type Lease, type NewUnit } from '../../commit/index.ts'
import { AppError } from '../../error/index.ts'
import type { Fragment } from '../../sql/index.ts'
import { printCondition, type View } from '../read/index.ts'
import type { Appended, StoredRows, WriteResult } from '../store.ts'
import type { Backend } from './backend.ts'
import { Batch } from './batch.ts'
import { LeaseHolder, LeaseLost } from './lease.ts'
import { Deletion } from './deletion.ts'
import { cleanUp, deleteRepeats, recover } from './recovery.ts'
import { ArrivingUnit } from './unit.ts'

/** When a unit is committed although more would fit. */
export interface UnitLimits {
  /** Rows it brings. */
  readonly rows: number
  /** Bytes of its batches. */
  readonly bytes: number
  /** Milliseconds since its first batch. */
  readonly age: number
}

/** Deleting is rare with units of so many rows; what is imported is searchable after so long. */
export const UNIT_LIMITS: UnitLimits = { rows: 200_000, bytes: 256 * 1024 * 1024, age: 4000 }

/** A unit stays open for so many times as long as the last deletion took, but not longer than so many times the limit of its age. */
const AGE_PER_DELETION = 4
const MOST_AGES = 3

/** What a writer works with. */
export interface WriterContext {
  readonly backend: Backend
  readonly log: CommitLog
  readonly view: View
  readonly limits: UnitLimits
  /** How long a change is tried again after failures that may pass (milliseconds); its batches are kept so long. */
  readonly patience: number
}

/** The first wait before another attempt, and the longest (milliseconds). */
const WAITS = { first: 250, longest: 5000 } as const

/** A batch whose unit is not committed. */
interface Entry {
  readonly batch: Batch
  readonly promise: Promise<WriteResult>
  readonly resolve: (result: WriteResult) => void
  readonly reject: (error: unknown) => void
  result: WriteResult
}

/** Changes records: one unit at a time, in this process and among all. */
export class Writer {
  readonly #context: WriterContext
  readonly #lease: LeaseHolder
  readonly #deletion: Deletion
  readonly #closing = new AbortController()
  #queue: Promise<unknown> = Promise.resolve()
  #unit: ArrivingUnit | undefined
  /** The batches of the unit, in order. */
  #entries: Entry[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(context: WriterContext) {
    this.#context = context
    this.#lease = new LeaseHolder(context.log, this.#closing.signal)
    this.#deletion = new Deletion(context, () => this.#releaseIdle())
  }

  /** Adds a batch to the open unit; it is durable when the unit is committed: full, old, or flushed. */
  append(records: Iterable<Asset>): Promise<Appended> {
    const entry = entryOf(Batch.of(records))
    return this.#exclusively(async () => {
      this.#entries.push(entry)
      await this.#patiently(() => this.#take([entry]), 'take')
      if (this.#isFull()) await this.#patiently(() => this.#commit(), 'commit')
      return { durable: entry.promise }
    })
  }

  /** Commits the open unit and waits until what it replaces is deleted. */
  flush(): Promise<void> {
    return this.#exclusively(() => this.#finishAll())
  }

  /** Adds and replaces; durable when it resolves. Calls at the same time share a unit. */
  async write(records: Iterable<Asset>): Promise<WriteResult> {
    const { durable } = await this.append(records)
    // What is deleted after the commit is waited for by the next change; a failure of the commit is that of `durable`.
    this.flush().catch(() => {})
    return durable
  }

  /** Runs work while nothing changes records, in this process or another. */
  exclusive<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return this.#exclusively(async () => {
      await this.#finishAll()
      signal?.throwIfAborted()
      try {
        await this.#prepare(signal)
        return await work()
      } finally {
        await this.#lease.release()
      }
    })
  }

  /** Removes the rows that fulfil a condition. They count as removed once the log says so; servers that are away follow. */
  async remove(condition: Fragment): Promise<void> {
    const begun = await this.#begin({ kind: 'removal', condition: printCondition(condition) })
    await this.#context.view.refresh()
    await this.#deletion.delete([{ ...begun, kind: 'removal', condition: printCondition(condition) }])
  }

  /** Takes the rows of removed records off the disk. */
  erase(): Promise<void> {
    return this.#context.backend.erase('records')
  }

  /** Adds stored rows as they are, as a unit of their own. */
  load({ kind, columns, lines }: StoredRows): Promise<void> {
    return this.#exclusively(async () => {
      await this.#finishAll()
      try {
        await this.#prepare()
        await this.#insertStored(await this.#arriving('restore'), kind, columns, lines)
      } finally {
        await this.#lease.release()
      }
    })
  }

  /** Tries once to finish what other processes left. */
  recover(): Promise<void> {
    return this.exclusive(async () => {})
  }

  /** Ends the waiting for servers and for the lease, and commits what is open. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.flush().catch(() => {})
    await this.#lease.release()
  }

  #exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#queue.then(work)
    this.#queue = result.catch(() => {})
    return result
  }

  #isFull(): boolean {
    const { rows, bytes } = this.#context.limits
    const unit = this.#unit
    return unit !== undefined && (unit.rows >= rows || unit.bytes >= bytes || unit.isUsedUp)
  }

  /** Gets the lease and finishes what was left; afterwards no unit is open, and none counts half. */
  async #prepare(signal?: AbortSignal): Promise<Lease> {
    const lease = await this.#lease.hold(signal)
    await recover(this.#context, lease, this.#deletion.units)
    return lease
  }

  async #begin(unit: NewUnit): Promise<BegunUnit> {
    const lease = await this.#lease.hold()
    const begun = await this.#context.log.begin(lease, unit)
    if (begun === undefined) throw new LeaseLost()
    return begun
  }

  async #insertStored(
    unit: ArrivingUnit,
    table: StoredRows['kind'],
    columns: readonly string[],
    lines: Uint8Array,
  ): Promise<void> {
    const writeId = firstWrite(unit.id)
    try {
      await this.#context.backend.insert({ table, columns, bytes: [lines], writeId, foreign: true })
      await this.#count(unit, 'done')
    } catch (error) {
      await this.#abort(unit)
      throw error
    }
  }

  /** A new unit; readers leave its rows out before the first one arrives. */
  async #arriving(kind: 'import' | 'restore'): Promise<ArrivingUnit> {
    const begun = await this.#begin({ kind })
    const snapshot = await this.#context.view.refresh()
    return new ArrivingUnit(this.#context.backend, begun, snapshot)
  }

  async #take(entries: readonly Entry[]): Promise<void> {
    if (this.#unit === undefined) {
      await this.#prepare()
      this.#unit = await this.#arriving('import')
      this.#timer = setTimeout(() => this.#commitOld(), this.#longestAge())
    }
    for (const entry of entries) entry.result = await this.#unit.take(entry.batch)
  }

  async #commit(): Promise<void> {
    const unit = this.#unit
    if (unit === undefined) return
    clearTimeout(this.#timer)
    await unit.inserted()
    if (unit.repeats) await deleteRepeats(this.#context.backend, unit.id)
    await this.#context.backend.mark(unit.id)
    await this.#deletion.room()
    await this.#count(unit, unit.replaces ? 'replacing' : 'done')
    this.#acknowledge()
    // The lease is kept while rows are deleted, so that no other process repeats it.
    if (unit.replaces) this.#deletion.add({ id: unit.id, token: unit.token, kind: 'import', condition: '' })
    if (unit.isWanted || this.#deletion.units.size === 0) await this.#release()
  }

  #releaseIdle(): void {
    const release = async (): Promise<void> => {
      if (this.#unit === undefined) await this.#release()
    }
    this.#exclusively(release).catch(() => {})
  }

  async #release(): Promise<void> {
    await this.#deletion.ended()
    await this.#lease.release()
  }

  async #finishAll(): Promise<void> {
    await this.#patiently(() => this.#commit(), 'commit')
    await this.#release()
  }

  #commitOld(): void {
    this.#exclusively(() => this.#patiently(() => this.#commit(), 'commit')).catch(() => {})
  }

  /** Where deletions take long they are rarer. */
  #longestAge(): number {
    const { age } = this.#context.limits
    return Math.max(age, Math.min(AGE_PER_DELETION * this.#deletion.milliseconds, MOST_AGES * age))
  }

  /** From here on the rows of the unit count. */
  async #count(unit: ArrivingUnit, phase: 'replacing' | 'done'): Promise<void> {
    const counts = await this.#context.log.advance(unit, 'inserting', phase, unit.replaces)
    if (!counts) throw new LeaseLost()
    await this.#context.view.refresh()
  }

  #acknowledge(): void {
    this.#unit = undefined
    for (const { resolve, result } of this.#entries.splice(0)) resolve(result)
  }

  /** Runs a step of the open unit; after a failure that may pass, all its batches go into another unit and the step is repeated. */
  async #patiently(step: () => Promise<void>, kind: 'take' | 'commit'): Promise<void> {
    const start = performance.now()
    let next = step
    for (let wait: number = WAITS.first; ; wait = Math.min(wait * 2, WAITS.longest)) {
      try {
        return await next()
      } catch (error) {
        if (await this.#gaveUp(error, performance.now() - start + wait)) return
      }
      await sleep(wait, undefined, { signal: this.#closing.signal }).catch(() => {})
      next = async () => {
        await this.#take(this.#entries)
        if (kind === 'commit') await this.#commit()
      }
    }
  }

  /** Aborts the unit of a failure; true when nothing is left to try again. */
  async #gaveUp(error: unknown, elapsed: number): Promise<boolean> {
    clearTimeout(this.#timer)
    const unit = this.#unit
    this.#unit = undefined
    // When the log is away nobody sees the unit, and whoever has the lease next aborts it.
    const end = unit === undefined ? undefined : await this.#abort(unit).catch(() => undefined)
    if (end === 'counts') {
      this.#acknowledge()
      return true
    }
    await this.#lease.release().catch(() => {})
    const fenced = error instanceof LeaseLost || end === 'fenced'
    const passing = fenced || this.#context.backend.isPassing(error)
    if (passing && elapsed < this.#context.patience && !this.#closing.signal.aborted) return false
    for (const { reject } of this.#entries.splice(0)) reject(notWhole(error))
    return true
  }

  /**
   * Takes a unit back, unless the log says that it counts: the answer to its commit may have been lost. `fenced`: another process took
   * over, and ended what this one was inserting.
   */
  async #abort(unit: ArrivingUnit): Promise<'aborted' | 'counts' | 'fenced'> {
    const { log, view, backend } = this.#context
    await unit.stopped()
    const own = await log.advance(unit, 'inserting', 'aborted', false)
    if (!own) {
      const { open } = await log.snapshot()
      const left = open.find(({ id }) => id === unit.id)
      if (left === undefined || left.phase === 'replacing') return 'counts'
    }
    await view.refresh()
    await cleanUp(backend, unit.id)
    await log.forget(unit.id)
    await view.refresh()
    return own ? 'aborted' : 'fenced'
  }
}

function entryOf(batch: Batch): Entry {
  const { promise, resolve, reject } = Promise.withResolvers<WriteResult>()
  // Whoever appended may look at it later.
  promise.catch(() => {})
  return { batch, promise, resolve, reject, result: { added: 0, replaced: 0, touched: 0, unchanged: 0 } }
}

function notWhole(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'unavailable') return error
  return new AppError('unavailable', `${error.message}; nothing of this change counts`, { cause: error })
}
