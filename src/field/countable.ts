import type { Field } from './catalogue.ts'

/** Texts too long, and values too different, to be counted. */
const UNCOUNTED: ReadonlySet<string> = new Set([
  'header',
  'body',
  'banner',
  'cert',
  'structinfo',
  'link',
  'host',
])

/** Whether the values of a field can be counted: the statistics and facets offer these. Times are counted by year. */
export function isCountable(field: Field): boolean {
  return field.select !== 'never' && !UNCOUNTED.has(field.name)
}

/** Values longer than so many bytes are counted but never listed. */
export const LONGEST_LISTED = 2048
