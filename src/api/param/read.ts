// Readers of single parameters. Each fails with code `params` and names the parameter; an empty one counts as not given.
import { parseSpan } from '../../util/index.ts'
import { given, type Parameter, quoted, readBoolean, wrong } from './search.ts'

/** A text; fails when it is not given. */
export function readText(parameter: Parameter, name: string, what: string): string {
  const value = given(parameter, name)
  if (value === undefined) throw wrong(`${name} is missing; it takes ${what}`)
  return value
}

/** A whole number within bounds; undefined when it is not given. */
export function readInteger(
  parameter: Parameter,
  name: string,
  bounds: { readonly min: number; readonly max: number },
): number | undefined {
  const value = given(parameter, name)
  if (value === undefined) return undefined
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= bounds.min && number <= bounds.max) return number
  throw wrong(`${name} ${quoted(value)} must be a whole number from ${bounds.min} to ${bounds.max}`)
}

/** One of some words; undefined when it is not given. */
export function readChoice<Word extends string>(
  parameter: Parameter,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const value = given(parameter, name)
  if (value === undefined) return undefined
  const found = words.find((word) => word === value.toLowerCase())
  if (found === undefined) throw wrong(`${name} ${quoted(value)} must be one of ${words.join(', ')}`)
  return found
}

/** Yes or no; undefined when it is not given. */
export function readSwitch(parameter: Parameter, name: string): boolean | undefined {
  const value = given(parameter, name)
  return value === undefined ? undefined : readBoolean(name, value)
}

/** The last millisecond of a date or time (milliseconds UTC), null for `none`; undefined when it is not given. */
export function readEnd(parameter: Parameter, name: string): number | null | undefined {
  const value = given(parameter, name)
  if (value === undefined) return undefined
  if (value.toLowerCase() === 'none') return null
  const span = parseSpan(value)
  if (span === undefined)
    throw wrong(`${name} ${quoted(value)} must be a date or time such as 2027-12-31 or 2027-12-31 18:00`)
  return span.next - 1
}
