// Takes tasks up and runs their handlers, so many at a time. A handler may be started over by any process at any time before
// it has ended, so it leaves nothing behind that a second run would trip over.
import { isAppError } from '../error/index.ts'
import {
  type Attempt,
  advanceTask,
  countingAttempts,
  countWaitingTasks,
  failTask,
  type Presence,
  putTaskBack,
  type State,
  succeedTask,
  type TaskRow,
  takeUpTask,
} from '../state/index.ts'

const POLL_MS = 1_000
// A task that so many processes died of is not given to another one.
const MOST_CRASHES = 50
const PROGRESS_EVERY_MS = 200

/** What a handler is given besides its task. */
export interface TaskRun {
  /** Aborts when the server stops, or when the task was ended or taken over by another process. */
  readonly signal: AbortSignal
  /** Tells how far the work is, 0 to 100; written a few times a second at most, and never falling. */
  readonly advance: (progress: number) => void
}

/** Does the work of one kind and resolves to what came of it, which is kept as JSON. An `AppError` is the task's reason. */
export type Handler = (task: TaskRow, run: TaskRun) => Promise<unknown>

/** What a runner needs. */
export interface RunnerOptions {
  readonly state: State
  readonly presence: Presence
  /** By kind of task. */
  readonly handlers: Readonly<Record<string, Handler>>
  /** How many tasks run at a time in this process. */
  readonly concurrency: number
  readonly now?: (() => number) | undefined
  /** Told of failures that are no `AppError`, with the task's number; they are for the log. */
  readonly onError?: ((error: unknown, task: number | undefined) => void) | undefined
}

interface Running {
  readonly attempt: Attempt
  readonly abort: AbortController
  readonly ended: Promise<void>
}

/** Works on tasks until it is closed. One per process. */
export class TaskRunner {
  readonly #options: RunnerOptions
  readonly #now: () => number
  readonly #running = new Map<number, Running>()
  readonly #timer: NodeJS.Timeout
  #looking: Promise<void> | undefined
  #lookAgain = false
  #closed = false

  constructor(options: RunnerOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    options.presence.beatWhile(() => this.#running.size > 0)
    this.#timer = setInterval(() => this.#poll(), POLL_MS).unref()
    this.wake()
  }

  /** How many tasks run here. */
  get running(): number {
    return this.#running.size
  }

  /** Looks for work now; call it after a task was added. */
  wake(): void {
    if (this.#closed) return
    this.#lookAgain = true
    this.#looking ??= this.#look()
      .catch((error) => this.#report(error, undefined))
      .finally(() => {
        this.#looking = undefined
      })
  }

  /** Stops: running handlers are aborted, and their tasks put back for the next start or another process. */
  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#timer)
    await this.#looking
    for (const { abort } of this.#running.values()) abort.abort(new Error('the server stops'))
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }

  async #look(): Promise<void> {
    while (this.#lookAgain) {
      this.#lookAgain = false
      for (const kind of Object.keys(this.#options.handlers)) {
        while (!this.#closed && this.#running.size < this.#options.concurrency) {
          const task = await this.#takeUp(kind)
          if (task === undefined) break
          this.#start(task)
        }
      }
    }
  }

  async #takeUp(kind: string): Promise<TaskRow | undefined> {
    const { state, presence } = this.#options
    // Mostly there is nothing, and reading that takes no lock.
    if ((await countWaitingTasks(state.db, kind)) === 0) return undefined
    return state.write(async (db) => {
      const task = await takeUpTask(db, state.kind, kind, presence.id)
      if (task !== undefined) await presence.beat(db)
      return task
    })
  }

  #start(task: TaskRow): void {
    // Taken over from itself: this process was thought dead while the handler still ran.
    this.#running.get(task.id)?.abort.abort(new Error('the task was taken up again'))
    const abort = new AbortController()
    const ended = this.#run(task, abort)
      .catch((error) => this.#report(error, task.id))
      .finally(() => {
        if (this.#running.get(task.id)?.abort === abort) this.#running.delete(task.id)
        this.wake()
      })
    this.#running.set(task.id, { attempt: task, abort, ended })
  }

  async #run(task: TaskRow, abort: AbortController): Promise<void> {
    const { state, handlers } = this.#options
    if (task.crashes >= MOST_CRASHES) return this.#fail(task, `given up after ${task.crashes} crashes`)
    const handler = handlers[task.kind]
    if (handler === undefined) throw new Error(`no handler for tasks of kind ${task.kind}`)
    const advance = this.#progressOf(task, abort)
    try {
      const result = JSON.stringify((await handler(task, { signal: abort.signal, advance })) ?? null)
      await state.write((db) => succeedTask(db, task, result, this.#now()))
    } catch (error) {
      if (this.#closed) await state.write((db) => putTaskBack(db, task))
      else if (!abort.signal.aborted) await this.#failWith(task, error)
    }
  }

  async #failWith(task: TaskRow, error: unknown): Promise<void> {
    if (isAppError(error)) return this.#fail(task, error.message)
    this.#report(error, task.id)
    await this.#fail(task, 'Internal Server Error!')
  }

  async #fail(task: TaskRow, reason: string): Promise<void> {
    await this.#options.state.write((db) => failTask(db, task, reason, this.#now()))
  }

  // Writes at most a few times a second; what is told in between is not lost, the next write carries the latest.
  #progressOf(task: TaskRow, abort: AbortController): TaskRun['advance'] {
    let latest = task.progress
    let written = task.progress
    let writing = false
    let last = Number.NEGATIVE_INFINITY
    const write = async () => {
      written = latest
      last = performance.now()
      const counts = await this.#options.state.write((db) => advanceTask(db, task, latest))
      if (!counts) abort.abort(new Error('the task was ended'))
    }
    return (progress) => {
      latest = Math.max(latest, Math.min(99, Math.floor(progress)))
      if (writing || latest === written || performance.now() - last < PROGRESS_EVERY_MS) return
      writing = true
      void write()
        .catch((error) => this.#report(error, task.id))
        .finally(() => {
          writing = false
        })
    }
  }

  #poll(): void {
    this.wake()
    void this.#dropLost().catch((error) => this.#report(error, undefined))
  }

  // A task may be ended from outside (its account was disabled) while its handler has no progress to tell.
  async #dropLost(): Promise<void> {
    const attempts = [...this.#running.values()]
    const counting = await countingAttempts(
      this.#options.state.db,
      attempts.map(({ attempt }) => attempt),
    )
    for (const { attempt, abort } of attempts)
      if (!counting.has(attempt.id)) abort.abort(new Error('the task was ended'))
  }

  #report(error: unknown, task: number | undefined): void {
    this.#options.onError?.(error, task)
  }
}
