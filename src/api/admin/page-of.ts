import { readInteger } from '../param/read.ts'
import type { Parameter } from '../param/search.ts'
import { MOST_ENTRIES } from './schema.ts'

/** The size of a page that a call asks for. */
export function sizeOf(parameter: Parameter): number {
  return readInteger(parameter, 'size', { min: 1, max: MOST_ENTRIES }) ?? 100
}

/** Which entries that go back in time a call asks for. */
export function backwardsOf(parameter: Parameter): { readonly before?: number; readonly limit: number } {
  const before = readInteger(parameter, 'before', { min: 1, max: Number.MAX_SAFE_INTEGER })
  return { limit: sizeOf(parameter), ...(before !== undefined && { before }) }
}

/** Where the page after these entries begins: the number of the last, null when there is none. */
export function nextOf(entries: readonly { readonly id: number }[], limit: number): number | null {
  return entries.length < limit ? null : (entries.at(-1)?.id ?? null)
}

/** How many days a call asks for. */
export function daysOf(parameter: Parameter): number {
  return readInteger(parameter, 'days', { min: 1, max: 3660 }) ?? 30
}
