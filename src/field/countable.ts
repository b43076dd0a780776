import type { Field } from './catalogue.ts'

/** Whether the values of a field can be counted: the statistics and facets offer these. Times are counted by year. */
export function isCountable(field: Field): boolean {
  return field.isCounted
}

/** Values longer than so many bytes are counted but never listed. */
export const LONGEST_LISTED = 2048
