// Consistent reads while records change: a read saw every record exactly once if the commit log confirms it before and after. A
// read that was disturbed several times blocks writers while it runs.
import type { CommitLog, LogSnapshot } from '../../commit/index.ts'
import type { Generation } from './generation.ts'
import { hasMoved, type Visible, visibleAt } from './visible.ts'

/** Attempts while records may change. */
const ATTEMPTS = 3

/** Runs work while records do not change. */
type Exclusive = <Result>(work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>

/** What a view depends on. */
interface ViewContext {
  readonly log: Pick<CommitLog, 'snapshot'>
  readonly generation: Generation
  /** Whether only this process changes the records; then nothing has changed since the last `refresh`. */
  readonly alone: boolean
}

/** The rows that readers see. */
export class View {
  readonly #context: ViewContext
  #last: LogSnapshot | undefined
  #exclusive: Exclusive | undefined

  constructor(context: ViewContext) {
    this.#context = context
  }

  /** Sets how to block writers; without it a disturbed read is only repeated. */
  keepAwayBy(exclusive: Exclusive): void {
    this.#exclusive = exclusive
  }

  /** Reads the log again. A writer calls this before it starts the work of a new phase. */
  async refresh(): Promise<LogSnapshot> {
    const now = await this.#context.log.snapshot()
    const before = this.#last
    if (before === undefined || before.committed !== now.committed || before.replaced !== now.replaced)
      this.#context.generation.advance()
    this.#last = now
    return now
  }

  /** The visible rows according to the log as it was last read. */
  get visible(): Visible {
    return this.#last === undefined ? { condition: undefined } : visibleAt(this.#last)
  }

  /** The current log. */
  async snapshot(): Promise<LogSnapshot> {
    return this.#context.alone && this.#last !== undefined ? this.#last : this.refresh()
  }

  /** Runs a read, and repeats it when records changed meanwhile. */
  consistent<Result>(
    read: (visible: Visible, snapshot: LogSnapshot) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    return this.#consistent(read, async () => {}, signal)
  }

  /** Whether a read that started at a snapshot and ends now saw every record exactly once. */
  async holds(before: LogSnapshot): Promise<boolean> {
    const after = await this.snapshot()
    return !hasMoved(before, after) && before.committed === after.committed
  }

  /** The same for a read in pieces, as of the moment of its first piece. */
  async *stream<Piece>(
    read: (visible: Visible) => AsyncGenerator<Piece>,
    signal?: AbortSignal,
  ): AsyncGenerator<Piece> {
    const start = async (visible: Visible) => {
      const pieces = read(visible)
      return { first: await pieces.next(), pieces }
    }
    const { first, pieces } = await this.#consistent(start, ({ pieces }) => pieces.return(undefined), signal)
    try {
      if (first.done === true) return
      yield first.value
      yield* pieces
    } finally {
      await pieces.return(undefined)
    }
  }

  async #consistent<Result>(
    read: (visible: Visible, snapshot: LogSnapshot) => Promise<Result>,
    drop: (result: Result) => Promise<unknown>,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const result = await this.#attempt(read, drop, attempt > 1)
      if (result !== undefined) return result.value
      signal?.throwIfAborted()
    }
    if (this.#exclusive === undefined) return this.#consistent(read, drop, signal)
    return this.#exclusive(async () => {
      const snapshot = await this.refresh()
      return read(visibleAt(snapshot), snapshot)
    }, signal)
  }

  async #attempt<Result>(
    read: (visible: Visible, snapshot: LogSnapshot) => Promise<Result>,
    drop: (result: Result) => Promise<unknown>,
    fresh: boolean,
  ): Promise<{ readonly value: Result } | undefined> {
    // The cached log may lack units acknowledged since; the log read for the previous attempt does not.
    const before = this.#last ?? (await this.refresh())
    const value = await read(visibleAt(before), before)
    let right = false
    try {
      const after = await this.snapshot()
      right = !hasMoved(before, after) && (fresh || before.committed === after.committed)
    } finally {
      if (!right) await drop(value)
    }
    if (!right) this.#context.generation.advance()
    return right ? { value } : undefined
  }
}
