// Records excluded by rules are hidden at read time, at once; removing them from the tables takes longer.
import type { ExclusionRule } from '../../asset/index.ts'
import { excludedBy, type Fragment, sql } from '../../sql/index.ts'
import type { Generation, Visible } from './index.ts'

/** The rules that apply in this process. */
export class Exclusion {
  readonly #generation: Pick<Generation, 'advance'>
  #hidden: Fragment | undefined

  constructor(generation: Pick<Generation, 'advance'>) {
    this.#generation = generation
  }

  /** Replaces the rules and drops what was cached under the earlier ones. */
  set(rules: readonly ExclusionRule[]): void {
    this.#hidden = excludedBy(rules)
    this.#generation.advance()
  }

  /** Restricts visible rows to those that answers may contain. */
  shown({ condition }: Visible): Visible {
    if (this.#hidden === undefined) return { condition }
    const hidden = sql`NOT ${this.#hidden}`
    return { condition: condition === undefined ? hidden : sql`(${condition} AND ${hidden})` }
  }
}
