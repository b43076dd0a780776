// Parameters of the basic kinds.
import { Type } from 'typebox'
import { parseSpan } from '../../util/index.ts'
import { optional, type Param, quoted, required, withDefault, wrong } from './param.ts'

/** A text that may be left out. */
export const optionalText = (description: string): Param<string | undefined> =>
  optional(Type.String({ description }), (text) => text)

/** A text that must be given; `what` is the text's meaning in the sentence about a missing one. */
export const text = (description: string, what = 'a text'): Param<string> =>
  required(optionalText(description), what)

/** A text that is taken as it is: blanks count, and it may be empty. */
export function verbatim(description: string, longest = Number.POSITIVE_INFINITY): Param<string> {
  return {
    schema: Type.String({ description }),
    required: true,
    read: (given, name) => {
      if (typeof given !== 'string') throw wrong(`\`${name}\` must be a text`)
      if (given.length > longest) throw wrong(`\`${name}\` must be at most ${longest} characters long`)
      return given
    },
  }
}

/** A text that names something; what cannot be a name is empty and names nothing. */
export const nameOf = (description: string): Param<string> => ({
  schema: Type.String({ description }),
  required: true,
  read: (given) => (typeof given === 'string' ? given : ''),
})

/** One of some words, in any case, or nothing. */
export function optionalWord<const Word extends string>(
  words: readonly Word[],
  description: string,
): Param<Word | undefined> {
  return optional(Type.Enum([...words], { description }), (value, name) => {
    const found = words.find((word) => word === value.toLowerCase())
    if (found === undefined) throw wrong(`${name} ${quoted(value)} must be one of ${words.join(', ')}`)
    return found
  })
}

/** One of some words; the first one where nothing is given. */
export function wordOrFirst<const Word extends string>(
  words: readonly [Word, ...Word[]],
  description: string,
): Param<Word> {
  const param = optionalWord<Word>(words, description)
  const schema = Type.Enum([...words], { default: words[0], description })
  return withDefault({ ...param, schema }, words[0])
}

/** The bounds of a whole number, and what counts where it is left out. */
export interface Bounds {
  readonly min: number
  readonly max?: number
  readonly standard?: number
}

const MOST = Number.MAX_SAFE_INTEGER

/** A whole number within bounds, or nothing. */
export function optionalInteger(
  { min, max, standard }: Bounds,
  description: string,
): Param<number | undefined> {
  const options = {
    minimum: min,
    ...(max !== undefined && { maximum: max }),
    ...(standard !== undefined && { default: standard }),
    description,
  }
  const range = max === undefined ? `from ${min}` : `from ${min} to ${max}`
  return optional(Type.Integer(options), (value, name) => {
    const number = Number(value)
    if (/^\d+$/.test(value) && number >= min && number <= (max ?? Number.POSITIVE_INFINITY)) return number
    throw wrong(`${name} ${quoted(value)} must be a whole number ${range}`)
  })
}

/** A whole number with a value where it is left out. */
export const integer = (bounds: Bounds & { readonly standard: number }, description: string): Param<number> =>
  withDefault(optionalInteger(bounds, description), bounds.standard)

/** The number of a thing, counted from 1. */
export const optionalNumber = (description: string): Param<number | undefined> => {
  const { schema, ...param } = optionalInteger({ min: 1, max: MOST }, description)
  return { ...param, schema: Type.Integer({ minimum: 1, description }) }
}

/** True or false, also as 1 and 0; nothing where it is left out. */
export const optionalFlag = (description: string): Param<boolean | undefined> =>
  optional(Type.Boolean({ description }), readBoolean)

/** True or false; false where it is left out. */
export const flag = (description: string): Param<boolean> =>
  withDefault(optional(Type.Boolean({ default: false, description }), readBoolean), false)

function readBoolean(value: string, name: string): boolean {
  const word = value.toLowerCase()
  if (word === 'true' || word === '1') return true
  if (word === 'false' || word === '0') return false
  throw wrong(`${name} ${quoted(value)} must be true or false`)
}

/** The end of a period: milliseconds UTC of the last moment of a date or time, null for `none`. */
export const optionalEnd = (description: string): Param<number | null | undefined> =>
  optional<number | null>(Type.String({ description }), (value, name) => {
    if (value.toLowerCase() === 'none') return null
    const span = parseSpan(value)
    if (span !== undefined) return span.next - 1
    throw wrong(`${name} ${quoted(value)} must be a date or time such as 2027-12-31 or 2027-12-31 18:00`)
  })

/** A moment: milliseconds since 1970 UTC, or a date or time as people write it, of which the start counts. */
export const optionalMoment = (description: string): Param<number | undefined> =>
  optional(Type.String({ description }), (value, name) => {
    if (/^\d{10,14}$/.test(value)) return Number(value)
    const span = parseSpan(value)
    if (span !== undefined) return span.first
    throw wrong(`${name} ${quoted(value)} must be a date or time such as 2026-03-01 or 2026-03-01 18:00`)
  })

/** The parts of a list that is given as an array or as a text separated by commas or line ends; blank parts are dropped. */
export function partsOf(given: unknown, name: string): readonly string[] {
  if (given === undefined || given === null) return []
  const parts: unknown = typeof given === 'string' ? given.split(/[,\n]/) : given
  if (!Array.isArray(parts) || parts.some((part) => typeof part !== 'string'))
    throw wrong(`\`${name}\` must be a list of texts`)
  return (parts as readonly string[]).map((part) => part.trim()).filter((part) => part !== '')
}

/** A comma-separated list of names, or nothing. */
export const optionalList = (description: string): Param<readonly string[] | undefined> => ({
  schema: Type.String({ description }),
  required: false,
  read: (given, name) => (textlessOf(given) ? undefined : partsOf(given, name)),
})

const textlessOf = (given: unknown): boolean =>
  given === undefined || given === null || (typeof given === 'string' && given.trim() === '')

/** A list of texts of bounded length; must be given. */
export function texts(description: string, { most }: { readonly most: number }): Param<readonly string[]> {
  return {
    schema: Type.Array(Type.String(), { minItems: 1, maxItems: most, description }),
    required: true,
    read: (given, name) => {
      const parts = partsOf(given, name)
      if (parts.length >= 1 && parts.length <= most) return parts
      throw wrong(`\`${name}\` must be a list of 1 to ${most} texts; ${parts.length} were given`)
    },
  }
}

/** A list parameter whose schema is an array, for callers that send JSON. */
export function withArray<Value>(param: Param<Value>, description: string, most: number): Param<Value> {
  const { default: standard } = param.schema as { readonly default?: string }
  const usual = standard === undefined ? {} : { default: standard.split(',') }
  return { ...param, schema: Type.Array(Type.String(), { maxItems: most, ...usual, description }) }
}
