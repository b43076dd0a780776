// Parameters of tools: what a model is told of each (JSON Schema) and how its value is read, in one place.
import { AppError } from '../error/index.ts'

/** A parameter. */
export interface Parameter<Value> {
  readonly schema: Readonly<Record<string, unknown>>
  readonly required: boolean
  /** Reads what was given; undefined for nothing. Fails with `params`. */
  readonly read: (value: unknown, name: string) => Value
}

/** Parameters by name. */
export type Parameters = Readonly<Record<string, Parameter<unknown>>>

/** What parameters hold once they are read. */
export type Values<Asked extends Parameters> = {
  readonly [Name in keyof Asked]: Asked[Name] extends Parameter<infer Value> ? Value : never
}

function refuse(name: string, what: string): never {
  throw new AppError('params', `[-4] Params Error: \`${name}\` must be ${what}`)
}

/** A text that has to be given. */
export function text(description: string, longest = 16_384): Parameter<string> {
  return {
    schema: { type: 'string', description },
    required: true,
    read: (value, name) => {
      if (typeof value !== 'string' || value.trim() === '') return refuse(name, 'a text')
      return value.length > longest ? refuse(name, `at most ${longest} characters long`) : value
    },
  }
}

/** A text that may be left out. */
export function optionalText(description: string): Parameter<string | undefined> {
  const { schema, read } = text(description)
  return {
    schema,
    required: false,
    read: (value, name) => (value === undefined || value === '' ? undefined : read(value, name)),
  }
}

/** One of some words, or nothing. */
export function optionalWord<const Word extends string>(
  description: string,
  words: readonly Word[],
): Parameter<Word | undefined> {
  return {
    schema: { type: 'string', enum: words, description },
    required: false,
    read: (value, name) => {
      if (value === undefined || value === '') return undefined
      return words.find((word) => word === value) ?? refuse(name, `one of ${words.join(', ')}`)
    },
  }
}

/** A whole number within bounds; models write numbers as texts, too. */
export function integer(
  description: string,
  { min, max, standard }: { readonly min: number; readonly max: number; readonly standard: number },
): Parameter<number> {
  return {
    schema: { type: 'integer', minimum: min, maximum: max, default: standard, description },
    required: false,
    read: (value = standard, name) => {
      const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
      if (typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max)
        return number
      return refuse(name, `a whole number from ${min} to ${max}`)
    },
  }
}

/** Yes or no; no unless given. */
export function flag(description: string): Parameter<boolean> {
  return {
    schema: { type: 'boolean', default: false, description },
    required: false,
    read: (value = false, name) => (typeof value === 'boolean' ? value : refuse(name, 'true or false')),
  }
}

/** A list of texts; one text is read as a list divided by commas or line ends. */
export function texts(
  description: string,
  {
    least = 1,
    most,
    standard,
  }: { readonly least?: number; readonly most: number; readonly standard?: readonly string[] },
): Parameter<readonly string[]> {
  return {
    schema: {
      type: 'array',
      items: { type: 'string' },
      minItems: least,
      maxItems: most,
      ...(standard !== undefined && { default: standard }),
      description,
    },
    required: standard === undefined,
    read: (value = standard, name) => {
      const parts: unknown = typeof value === 'string' ? value.split(/[,\n]/) : value
      if (!Array.isArray(parts)) return refuse(name, 'a list of texts')
      const given = parts.map((part) =>
        typeof part === 'string' ? part.trim() : refuse(name, 'a list of texts'),
      )
      const items = given.filter((part) => part !== '')
      if (items.length >= least && items.length <= most) return items
      return refuse(name, `a list of ${least} to ${most} texts; ${items.length} were given`)
    },
  }
}
