// How many records and hosts have one value.
import type { Field } from '../../field/index.ts'

/** A value, and how many of the matches have it: records, and hosts by the names or addresses that they were reached by. */
export interface SharedValue {
  readonly field: Field
  readonly value: string
  readonly records: number
  readonly hosts: number
  /** Some of these hosts, at most as many as were requested. */
  readonly some: readonly string[]
  /** Whether counting ended at the bound: more records have it, and possibly more hosts. */
  readonly isMore?: boolean
}
