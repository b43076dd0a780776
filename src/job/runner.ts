// Leases jobs and runs their handlers, with a concurrency limit for each kind.
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Attempt,
  countingAttempts,
  countWaitingJobs,
  type Db,
  delayJob,
  failJobs,
  type JobRow,
  type Presence,
  putJobBack,
  type State,
  succeedJob,
  takeUpJob,
} from '../state/index.ts'
import type { JobRun } from './kind.ts'
import { isOutage, reasonOf } from './outage.ts'
import { Progress } from './progress.ts'

const POLL_MS = 1_000

/** The outcome of an attempt: `delayed` by an outage, `cancelled` from outside. */
type JobOutcome = 'success' | 'failure' | 'delayed' | 'cancelled'

/** A job during which this many processes crashed is not retried. */
const MOST_CRASHES = 50
/** An outage that lasts longer than a day of these retries is a failure. */
const MOST_RETRIES = 1_500
const LONGEST_DELAY_MS = 60_000

/** Runs the jobs of one kind and decodes their rows. */
export interface Worker {
  readonly name: string
  readonly concurrency: number
  readonly run: (job: JobRow, run: JobRun) => Promise<unknown>
  readonly discard: (job: JobRow) => Promise<void>
  /** Called after each attempt, except when this process stops. */
  readonly ended?: (() => Promise<void>) | undefined
}

/** What a runner needs. */
export interface RunnerOptions {
  readonly state: State
  readonly presence: Presence
  /** Milliseconds UTC. */
  readonly now?: (() => number) | undefined
  /** Receives outages and failures other than `AppError`, with the job's id, for the log. */
  readonly onError?: ((error: unknown, job: number | undefined) => void) | undefined
  /** Called at the end of each attempt that was not taken over, with the kind of the job. */
  readonly onEnded?: ((kind: string, outcome: JobOutcome) => void) | undefined
}

interface Running {
  readonly attempt: Attempt
  readonly kind: string
  readonly abort: AbortController
  readonly ended: Promise<void>
}

/** Runs jobs until it is closed. One per process. */
export class JobRunner {
  readonly #options: RunnerOptions
  readonly #now: () => number
  readonly #workers = new Map<string, Worker>()
  readonly #running = new Map<number, Running>()
  readonly #timer: NodeJS.Timeout
  readonly #closing = new AbortController()
  #looking: Promise<void> | undefined
  #lookAgain = false

  constructor(options: RunnerOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    options.presence.heartbeatWhile(() => this.#running.size > 0)
    this.#timer = setInterval(() => this.#poll(), POLL_MS).unref()
  }

  /** Starts leasing jobs of the worker's kind. */
  register(worker: Worker): void {
    this.#workers.set(worker.name, worker)
    this.wake()
  }

  /** The number of jobs running here. */
  get running(): number {
    return this.#running.size
  }

  /** Looks for jobs now; call it after submitting one. */
  wake(): void {
    if (this.#closed) return
    this.#lookAgain = true
    this.#looking ??= this.#look()
      .catch((error) => this.#report(error, undefined))
      .finally(() => {
        this.#looking = undefined
      })
  }

  /** Stops: running handlers are aborted, and their jobs are released for the next start or another process. */
  async close(): Promise<void> {
    this.#closing.abort()
    clearInterval(this.#timer)
    await this.#looking
    for (const { abort } of this.#running.values()) abort.abort(new Error('the server stops'))
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }

  get #closed(): boolean {
    return this.#closing.signal.aborted
  }

  async #look(): Promise<void> {
    while (this.#lookAgain) {
      this.#lookAgain = false
      // Usually no job waits, and this read takes no lock.
      const waiting = await countWaitingJobs(this.#options.state.db, this.#now())
      for (const worker of this.#workers.values()) if (waiting.has(worker.name)) await this.#takeUpAll(worker)
    }
  }

  async #takeUpAll(worker: Worker): Promise<void> {
    while (!this.#closed && this.#runningOf(worker) < worker.concurrency) {
      const job = await this.#takeUp(worker)
      if (job === undefined) return
      this.#start(worker, job)
    }
  }

  #runningOf({ name }: Worker): number {
    return [...this.#running.values()].filter(({ kind }) => kind === name).length
  }

  async #takeUp({ name }: Worker): Promise<JobRow | undefined> {
    const { state, presence } = this.#options
    return state.write(async (db) => {
      const job = await takeUpJob(db, state.kind, name, presence.id, this.#now())
      if (job !== undefined) await presence.heartbeat(db)
      return job
    })
  }

  #start(worker: Worker, job: JobRow): void {
    // Taken over from itself: this process was considered dead while the handler still ran.
    this.#running.get(job.id)?.abort.abort(new Error('the job was leased again'))
    const abort = new AbortController()
    const ended = this.#run(worker, job, abort)
      .then(() => (this.#closed ? undefined : worker.ended?.()))
      .catch((error) => this.#report(error, job.id))
      .finally(() => {
        if (this.#running.get(job.id)?.abort === abort) this.#running.delete(job.id)
        this.wake()
      })
    this.#running.set(job.id, { attempt: job, kind: worker.name, abort, ended })
  }

  async #run(worker: Worker, job: JobRow, abort: AbortController): Promise<void> {
    if (job.crashes >= MOST_CRASHES) return this.#fail(worker, job, `given up after ${job.crashes} crashes`)
    const progress = this.#progressOf(job, abort)
    const advance: JobRun['advance'] = (share, checkpoint) => progress.advance(share, checkpoint)
    try {
      const result = JSON.stringify((await worker.run(job, { signal: abort.signal, advance })) ?? null)
      progress.stop()
      const counted = await this.#persist((db) => succeedJob(db, job, result, this.#now()))
      if (counted) this.#ended(worker, 'success')
    } catch (error) {
      progress.stop()
      if (this.#closed) await this.#options.state.write((db) => putJobBack(db, job))
      else if (abort.signal.aborted || !(await this.#counts(job))) await this.#discardEnded(worker, job)
      else await this.#failWith(worker, job, error)
    }
  }

  async #failWith(worker: Worker, job: JobRow, error: unknown): Promise<void> {
    const reason = reasonOf(error)
    if (reason === undefined || isOutage(error)) this.#report(error, job.id)
    if (!isOutage(error) || job.retries >= MOST_RETRIES)
      return this.#fail(worker, job, reason ?? 'Internal Server Error!')
    const until = this.#now() + Math.min(LONGEST_DELAY_MS, POLL_MS * 2 ** Math.min(job.retries, 10))
    await this.#persist((db) => delayJob(db, job, until, reason ?? ''))
    this.#ended(worker, 'delayed')
  }

  async #counts(job: JobRow): Promise<boolean> {
    return (await this.#persist((db) => countingAttempts(db, [job]))).has(job.id)
  }

  /** Removes what the job left before its failure becomes visible. */
  async #fail(worker: Worker, job: JobRow, reason: string): Promise<void> {
    await worker.discard(job).catch((error) => this.#report(error, job.id))
    await this.#persist((db) => failJobs(db, job, reason, this.#now()))
    this.#ended(worker, 'failure')
  }

  /** Removes what a handler wrote after its job was cancelled; a job that was taken over belongs to another process. */
  async #discardEnded(worker: Worker, job: JobRow): Promise<void> {
    const { state } = this.#options
    const row = await state.db.selectFrom('job').select('state').where('id', '=', job.id).executeTakeFirst()
    if (row?.state !== 'failure') return
    await worker.discard(job)
    this.#ended(worker, 'cancelled')
  }

  /**
   * Writes the new state of a job. Retries while the database is unavailable, because until then no other process may run the job.
   */
  async #persist<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await this.#options.state.write(work)
      } catch (error) {
        if (this.#closed || !isOutage(error)) throw error
        this.#report(error, undefined)
        await sleep(POLL_MS, undefined, { signal: this.#closing.signal }).catch(() => {})
      }
    }
  }

  #progressOf(job: JobRow, abort: AbortController): Progress {
    return new Progress(this.#options.state, job, job.progress, {
      onLost: () => abort.abort(new Error('the job was ended')),
      onError: (error) => this.#report(error, job.id),
    })
  }

  #poll(): void {
    this.wake()
    void this.#dropLost().catch((error) => this.#report(error, undefined))
  }

  // A job can be cancelled from outside (its account was disabled) while its handler reports no progress.
  async #dropLost(): Promise<void> {
    const attempts = [...this.#running.values()]
    const counting = await countingAttempts(
      this.#options.state.db,
      attempts.map(({ attempt }) => attempt),
    )
    for (const { attempt, abort } of attempts)
      if (!counting.has(attempt.id)) abort.abort(new Error('the job was ended'))
  }

  #ended({ name }: Worker, outcome: JobOutcome): void {
    this.#options.onEnded?.(name, outcome)
  }

  #report(error: unknown, job: number | undefined): void {
    this.#options.onError?.(error, job)
  }
}
