// The newest records, among which a page is looked for first: where they end.
import { placeAfter } from '../../sql/index.ts'
import type { Engine } from '../engine/index.ts'
import type { Position } from '../store.ts'
import type { Generation } from './generation.ts'
import { positionOf, type Values } from './printer.ts'

/** The window, remembered until a record changes. */
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

  /** The place behind so many records from a place on; undefined where fewer are left. */
  endAfter(start: Position | undefined, signal: AbortSignal | undefined): Promise<Position | undefined> {
    return start === undefined ? this.#endOfNewest() : this.#find(start, signal)
  }

  /** Shared by all callers, so no single one of them may stop it. */
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
    const [end] = await this.#engine.query<Values>(placeAfter(start, this.#records), { signal })
    return positionOf(end)
  }
}
