// Readings that see every record exactly once while other processes change records: a reading is right when the notes of changes said
// the same before it and after it. One that had no luck twice holds the turn, so that nothing moves.
import { type Fragment, sql } from '../../sql/index.ts'
import type { Generation, Visible } from '../read/index.ts'
import { type Change, type Changes, NO_CHANGE, sameChange } from './changes.ts'
import type { Turn } from './turn.ts'
import { Unreachable } from './failure.ts'

/** Attempts while others may change records. */
const ATTEMPTS = 2

/** A change has so many notes at most. */
const NOTES = 3

/** The rows that readers see. */
export class View {
  readonly #changes: Changes
  readonly #turn: Turn
  readonly #generation: Generation
  #last: Change | undefined

  constructor(changes: Changes, turn: Turn, generation: Generation) {
    this.#changes = changes
    this.#turn = turn
    this.#generation = generation
  }

  /** Runs a reading, and runs it again when records were changed meanwhile. */
  consistent<Result>(read: (visible: Visible) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return this.#consistent(read, async () => {}, signal)
  }

  /** The same for a reading in pieces: what counts is the moment of its first one. */
  async *stream<Piece>(
    read: (visible: Visible) => AsyncGenerator<Piece>,
    signal?: AbortSignal,
  ): AsyncGenerator<Piece> {
    const begin = async (visible: Visible) => {
      const pieces = read(visible)
      return { first: await pieces.next(), pieces }
    }
    const { first, pieces } = await this.#consistent(begin, ({ pieces }) => pieces.return(undefined), signal)
    try {
      if (first.done === true) return
      yield first.value
      yield* pieces
    } finally {
      await pieces.return(undefined)
    }
  }

  /** What the servers note now. */
  async look(): Promise<Change> {
    const now = await this.#changes.look()
    if (!sameChange(now, this.#last ?? NO_CHANGE)) this.#generation.advance()
    this.#last = now
    return now
  }

  async #consistent<Result>(
    read: (visible: Visible) => Promise<Result>,
    drop: (result: Result) => Promise<unknown>,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const result = await this.#attempt(read, drop)
      if (result !== undefined) return result.value
      signal?.throwIfAborted()
    }
    return this.#undisturbed(read, drop, signal)
  }

  async #attempt<Result>(
    read: (visible: Visible) => Promise<Result>,
    drop: (result: Result) => Promise<unknown>,
  ): Promise<{ readonly value: Result } | undefined> {
    const before = this.#last ?? (await this.look())
    const value = await read(visibleIn(before))
    let right = false
    try {
      right = sameChange(before, await this.look())
    } finally {
      if (!right) await drop(value)
    }
    return right ? { value } : undefined
  }

  async #undisturbed<Result>(
    read: (visible: Visible) => Promise<Result>,
    drop: (result: Result) => Promise<unknown>,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    const undisturbed = () => this.#turn.hold(async () => read(visibleIn(await this.look())), signal)
    try {
      return await undisturbed()
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
    }
    // Without the server that gives turns no change begins, so at most the notes of the last one still arrive.
    for (let attempt = 0; attempt < NOTES; attempt++) {
      const result = await this.#attempt(read, drop)
      if (result !== undefined) return result.value
    }
    return undisturbed()
  }
}

/** What readers add to their conditions while a change is under way. */
export function visibleIn({ id, step, removal }: Change): Visible {
  const own: Fragment = { parts: [String(id)] }
  switch (step) {
    case 'inserting':
      return { condition: sql`write_id != ${own}` }
    case 'inserted':
      return {
        condition: sql`(write_id = ${own} OR id NOT IN (SELECT id FROM records WHERE write_id = ${own}))`,
      }
    case 'removing':
      return { condition: removal === undefined ? undefined : sql`NOT ${removal}` }
    case 'ended':
      return { condition: undefined }
  }
}
