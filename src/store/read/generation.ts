// The version of the records: results that were cached in one generation are valid until the next.
import { sql } from '../../sql/index.ts'
import type { Engine } from '../engine/index.ts'

/** Counts the changes of the records. */
export class Generation {
  readonly #engine: Engine
  #number = 0
  #records: { readonly number: number; readonly count: Promise<number> } | undefined

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** The number changes when a change of the records starts and when it is complete. */
  get number(): number {
    return this.#number
  }

  /** Reports that a change of the records starts or is complete. */
  advance(): void {
    this.#number++
  }

  /** The approximate number of records. */
  async records(): Promise<number> {
    if (this.#records?.number === this.#number) return this.#records.count
    const rows = this.#engine.query<[number]>(sql`SELECT count() FROM records`)
    const count = rows.then(([row]) => row?.[0] ?? 0)
    this.#records = { number: this.#number, count }
    count.catch(() => {
      this.#records = undefined
    })
    return count
  }
}
