// Parsers of option values; their errors name the option and the allowed range.
import { InvalidArgumentError, Option } from 'commander'
import { parseSpan } from '../../util/index.ts'

/** `a, b,c` as a list; empty parts are dropped. */
export function list(text: string): readonly string[] {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length === 0) throw new InvalidArgumentError('expected names separated by commas')
  return parts
}

/** The option `--fields` with its default shown as a user would type it. */
export function fieldsOption(meaning: string, standard: readonly string[]): Option {
  return new Option('--fields <a,b>', meaning).argParser(list).default(standard, standard.join(','))
}

/** A parser of whole numbers from `least` to `most`. */
export function wholeNumber(option: string, least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new InvalidArgumentError(`${option} takes a whole number from ${least} to ${most}`)
    }
    return value
  }
}

/** The value of `--port`: a port, or a pattern that finds it in the name of a file. */
export interface PortOption {
  readonly port?: number
  readonly portPattern?: string
}

/** A parser of a port, or of a regular expression with a group for the port. */
export function portOrPattern(text: string): PortOption {
  if (text.includes('(')) return { portPattern: text }
  return { port: wholeNumber('--port', 1, 65_535)(text) }
}

/** A parser of one of the given words. */
export function oneOf<Word extends string>(option: string, words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const found = words.find((word) => word === text)
    if (found === undefined) throw new InvalidArgumentError(`${option} takes ${words.join(', ')}`)
    return found
  }
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A parser of a length of time such as `24h`, in milliseconds. */
export function timeSpan(option: string): (text: string) => number {
  return (text) => {
    const [, number, unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? []
    if (number === undefined) throw new InvalidArgumentError(`${option} takes a time such as 90m, 24h or 7d`)
    return Number(number) * (UNITS[unit] ?? 0)
  }
}

/** A parser of a date or time; a whole day means its last millisecond. Milliseconds UTC. */
export function date(option: string): (text: string) => number {
  return (text) => {
    const span = parseSpan(text)
    if (span === undefined)
      throw new InvalidArgumentError(`${option} takes a date such as 2027-12-31 or 2027-12-31 18:00`)
    return span.next - 1
  }
}

/** A parser of a moment: the start of the given date or time. Milliseconds UTC. */
export function moment(option: string): (text: string) => number {
  return (text) => {
    const span = parseSpan(text)
    if (span === undefined)
      throw new InvalidArgumentError(
        `${option} takes a date or time such as 2026-03-01 or "2026-03-01 18:00"`,
      )
    return span.first
  }
}
