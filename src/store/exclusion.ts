// Records that rules exclude are left out at read time, at once; removing them from the tables takes longer.
import type { ExclusionRule } from '../asset/index.ts'
import { excludedBy, type Fragment, sql } from '../sql/index.ts'
import type { Generation, Visible } from './read/index.ts'

/** The rules in force in this process. */
export class Exclusion {
  readonly #generation: Pick<Generation, 'advance'>
  #hidden: Fragment | undefined

  constructor(generation: Pick<Generation, 'advance'>) {
    this.#generation = generation
  }

  /** Replaces the rules; what was cached under the earlier ones is forgotten. */
  set(rules: readonly ExclusionRule[]): void {
    this.#hidden = excludedBy(rules)
    this.#generation.advance()
  }

  /** The rows that answers may contain, of those that are visible. */
  shown({ condition }: Visible): Visible {
    if (this.#hidden === undefined) return { condition }
    const hidden = sql`NOT ${this.#hidden}`
    return { condition: condition === undefined ? hidden : sql`(${condition} AND ${hidden})` }
  }
}
