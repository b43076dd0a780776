// The writer of a store: collects batches into units and takes each through the phases of the commit log. An acknowledged batch
// survives the end of this process; a batch that was not acknowledged never becomes visible.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Asset } from '../../asset/index.ts'
import { type CommitLog, firstWrite, type Lease, type NewUnit, type StartedUnit } from '../../commit/index.ts'
import { AppError } from '../../error/index.ts'
import type { Fragment } from '../../sql/index.ts'
import { printCondition, type View } from '../read/index.ts'
import type { Appended, StoredRows, WriteResult } from '../store.ts'
import type { Backend } from './backend.ts'
import { Batch } from './batch.ts'
import { Deletion } from './deletion.ts'
import { LeaseHolder, LeaseLost } from './lease.ts'
import { cleanUp, deleteRepeats, recover } from './recovery.ts'
import { ArrivingUnit } from './unit.ts'

/** Limits at which a unit is committed. */
export interface UnitLimits {
  /** Rows. */
  readonly rows: number
  /** Bytes of its batches. */
  readonly bytes: number
  /** Milliseconds since its first batch. */
  readonly age: number
}

/** Units of so many rows keep deletions rare; the age limits how long imported records stay unsearchable. */
export const UNIT_LIMITS: UnitLimits = { rows: 200_000, bytes: 256 * 1024 * 1024, age: 4000 }

/** A unit stays open for this multiple of the duration of the last deletion, at most this multiple of its age limit. */
const AGE_PER_DELETION = 4
const MOST_AGES = 3

/** What a writer needs. */
interface WriterContext {
  readonly backend: Backend
  readonly log: CommitLog
  readonly view: View
  readonly limits: UnitLimits
  /** How long a change is retried after temporary failures, in milliseconds; its batches stay in memory that long. */
  readonly retryTime: number
}

/** The first and the longest wait before another attempt, in milliseconds. */
const WAITS = { first: 250, longest: 5000 } as const

/** A batch whose unit is not committed yet. */
interface Entry {
  readonly batch: Batch
  readonly promise: Promise<WriteResult>
  readonly resolve: (result: WriteResult) => void
  readonly reject: (error: unknown) => void
  result: WriteResult
}

/** Changes records, one unit at a time, across all processes. */
export class Writer {
  readonly #context: WriterContext
  readonly #lease: LeaseHolder
  readonly #deletion: Deletion
  readonly #closing = new AbortController()
  #queue: Promise<unknown> = Promise.resolve()
  #unit: ArrivingUnit | undefined
  /** The batches of the open unit, in order. */
  #entries: Entry[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(context: WriterContext) {
    this.#context = context
    this.#lease = new LeaseHolder(context.log, this.#closing.signal)
    this.#deletion = new Deletion(context, () => this.#releaseIdle())
  }

  /** Whether a unit is open, or what units replaced is being deleted. */
  get isWriting(): boolean {
    return this.#unit !== undefined || this.#deletion.units.size > 0
  }

  /** Adds a batch to the open unit. It is durable when the unit is committed: full, old, or flushed. */
  append(records: Iterable<Asset>): Promise<Appended> {
    const entry = entryOf(Batch.of(records))
    return this.#exclusively(async () => {
      this.#entries.push(entry)
      await this.#retrying(() => this.#take([entry]), 'take')
      if (this.#isFull()) await this.#retrying(() => this.#commit(), 'commit')
      return { durable: entry.promise }
    })
  }

  /** Commits the open unit and waits until what it replaces is deleted. */
  flush(): Promise<void> {
    return this.#exclusively(() => this.#finishAll())
  }

  /** Adds and replaces records; durable when it resolves. Concurrent calls share a unit (group commit). */
  async write(records: Iterable<Asset>): Promise<WriteResult> {
    const { durable } = await this.append(records)
    // The next change waits for the deletions after the commit; a failure of the commit is reported by `durable`.
    this.flush().catch(() => {})
    return durable
  }

  /** Runs work while no process changes records. */
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

  /** Removes the rows that fulfil a condition. They are invisible once the log has the removal; servers that are down follow. */
  async remove(condition: Fragment): Promise<void> {
    const started = await this.#begin({ kind: 'removal', condition: printCondition(condition) })
    await this.#context.view.refresh()
    await this.#deletion.delete([{ ...started, kind: 'removal', condition: printCondition(condition) }])
  }

  /** Erases the rows of removed records from the disk. */
  erase(): Promise<void> {
    return this.#context.backend.erase('records')
  }

  /** Adds stored rows unchanged, as a separate unit. */
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

  /** Stops waiting for servers and for the lease, and commits the open unit. */
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

  /** Acquires the lease and recovers; afterwards no unit is open. */
  async #prepare(signal?: AbortSignal): Promise<Lease> {
    const lease = await this.#lease.hold(signal)
    await recover(this.#context, lease, this.#deletion.units)
    return lease
  }

  async #begin(unit: NewUnit): Promise<StartedUnit> {
    const lease = await this.#lease.hold()
    const started = await this.#context.log.begin(lease, unit)
    if (started === undefined) throw new LeaseLost()
    return started
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

  /** Starts a unit. Readers exclude its rows before the first one arrives. */
  async #arriving(kind: 'import' | 'restore'): Promise<ArrivingUnit> {
    const started = await this.#begin({ kind })
    const snapshot = await this.#context.view.refresh()
    return new ArrivingUnit(this.#context.backend, started, snapshot)
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
    // The lease is kept during deletions, so that no other process repeats them.
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
    await this.#retrying(() => this.#commit(), 'commit')
    await this.#release()
  }

  #commitOld(): void {
    this.#exclusively(() => this.#retrying(() => this.#commit(), 'commit')).catch(() => {})
  }

  /** Where deletions take long, units stay open longer. */
  #longestAge(): number {
    const { age } = this.#context.limits
    return Math.max(age, Math.min(AGE_PER_DELETION * this.#deletion.milliseconds, MOST_AGES * age))
  }

  /** From here on the rows of the unit are visible. */
  async #count(unit: ArrivingUnit, phase: 'replacing' | 'done'): Promise<void> {
    const counts = await this.#context.log.advance(unit, 'inserting', phase, unit.replaces)
    if (!counts) throw new LeaseLost()
    await this.#context.view.refresh()
  }

  #acknowledge(): void {
    this.#unit = undefined
    for (const { resolve, result } of this.#entries.splice(0)) resolve(result)
  }

  /** Runs a step of the open unit. After a temporary failure all its batches go into another unit and the step is repeated. */
  async #retrying(step: () => Promise<void>, kind: 'take' | 'commit'): Promise<void> {
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

  /** Aborts the unit of a failure; true when nothing is left to retry. */
  async #gaveUp(error: unknown, elapsed: number): Promise<boolean> {
    clearTimeout(this.#timer)
    const unit = this.#unit
    this.#unit = undefined
    // While the log is unavailable nobody sees the unit, and the next lease holder aborts it.
    const end = unit === undefined ? undefined : await this.#abort(unit).catch(() => undefined)
    if (end === 'counts') {
      this.#acknowledge()
      return true
    }
    await this.#lease.release().catch(() => {})
    const fenced = error instanceof LeaseLost || end === 'fenced'
    const passing = fenced || this.#context.backend.isPassing(error)
    if (passing && elapsed < this.#context.retryTime && !this.#closing.signal.aborted) return false
    for (const { reject } of this.#entries.splice(0)) reject(notWhole(error))
    return true
  }

  /**
   * Aborts a unit, unless the log has committed it: the answer to its commit may have been lost. `fenced`: another process took
   * over and stopped the inserts of this one.
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
  // The caller of `append` may await it later.
  promise.catch(() => {})
  return { batch, promise, resolve, reject, result: { added: 0, replaced: 0, touched: 0, unchanged: 0 } }
}

function notWhole(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'unavailable') return error
  return new AppError('unavailable', `${error.message}; nothing of this change counts`, { cause: error })
}
