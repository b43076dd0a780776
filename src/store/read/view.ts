// Readings that see every record exactly once while records change: a reading is right when the commit log says so before it and after
// it. One that was disturbed several times keeps writers away while it runs.
import type { CommitLog, LogSnapshot } from '../../commit/index.ts'
import type { Generation } from './generation.ts'
import { hasMoved, type Visible, visibleAt } from './visible.ts'

/** Attempts while records may change. */
const ATTEMPTS = 3

/** Runs work while nothing changes records. */
export type Exclusive = <Result>(work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>

/** What a view works with. */
export interface ViewContext {
  readonly log: Pick<CommitLog, 'snapshot'>
  readonly generation: Generation
  /** Whether only this process changes the records: then nothing has changed unless it was told by `refresh`. */
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

  /** Names who keeps writers away; without it a disturbed reading just tries again. */
  keepAwayBy(exclusive: Exclusive): void {
    this.#exclusive = exclusive
  }

  /** Reads the log again. Whoever changes it calls this before the work of the new phase begins. */
  async refresh(): Promise<LogSnapshot> {
    const now = await this.#context.log.snapshot()
    const before = this.#last
    if (before === undefined || before.committed !== now.committed || before.replaced !== now.replaced)
      this.#context.generation.advance()
    this.#last = now
    return now
  }

  /** The rows that count by what was last read of the log. */
  get visible(): Visible {
    return this.#last === undefined ? { condition: undefined } : visibleAt(this.#last)
  }

  /** What the log says now. */
  async snapshot(): Promise<LogSnapshot> {
    return this.#context.alone && this.#last !== undefined ? this.#last : this.refresh()
  }

  /** Runs a reading, and runs it again when records were changed meanwhile. */
  consistent<Result>(
    read: (visible: Visible, snapshot: LogSnapshot) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    return this.#consistent(read, async () => {}, signal)
  }

  /** Whether a reading that began at a snapshot and ends now saw every record once. */
  async holds(before: LogSnapshot): Promise<boolean> {
    const after = await this.snapshot()
    return !hasMoved(before, after) && before.committed === after.committed
  }

  /** The same for a reading in pieces: what counts is the moment of its first one. */
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
    // What was read of the log a while ago may lack what was acknowledged since; what was read for the last attempt does not.
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
