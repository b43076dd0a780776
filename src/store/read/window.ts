// The window: the newest records, which are searched first for a page, and the sort key at its end.
import { positionAfter } from '../../sql/index.ts'
import type { Engine } from '../engine/index.ts'
import type { Position } from '../store.ts'
import type { Generation } from './generation.ts'
import { positionOf, type Values } from './printer.ts'

/** The window, cached until a record changes. */
export class Window {
  readonly #engine: Engine
  readonly #generation: Generation
  readonly #records: number
  #newest: { readonly generation: number; readonly end: Promise<Position | undefined> } | undefined

  constructor(engine: Engine, generation: Generation, records: number) {
    this.#engine = engine
    this.#generation = generation
    this.#records = records
  }

  /** The sort key `records` records after a position; undefined when fewer follow. */
  endAfter(start: Position | undefined, signal: AbortSignal | undefined): Promise<Position | undefined> {
    return start === undefined ? this.#endOfNewest() : this.#find(start, signal)
  }

  /** Shared by all callers, so no single caller may cancel it. */
  #endOfNewest(): Promise<Position | undefined> {
    const generation = this.#generation.number
    if (this.#newest?.generation === generation) return this.#newest.end
    const end = this.#find(undefined, undefined)
    this.#newest = { generation, end }
    end.catch(() => {
      this.#newest = undefined
    })
    return end
  }

  async #find(start: Position | undefined, signal: AbortSignal | undefined): Promise<Position | undefined> {
    const [end] = await this.#engine.query<Values>(positionAfter(start, this.#records), { signal })
    return positionOf(end)
  }
}
