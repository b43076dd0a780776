// Parameters of operations: the documented schema of each one and how its value is read, defined together. A value arrives as text (query
// strings, forms) or as JSON (the page, models); both are read alike.
import { type TSchema, Type } from 'typebox'
import { AppError } from '../../error/index.ts'

/** One parameter. */
export interface Param<Value> {
  readonly schema: TSchema
  readonly required: boolean
  /** Reads a given value; undefined means that it is absent. Fails with code `params` or a code of its own. */
  readonly read: (given: unknown, name: string) => Value
}

/** The parameters of an operation by name, in the order in which they are checked. */
export type Input = Readonly<Record<string, Param<unknown>>>

/** What parameters hold once they are read. */
export type Values<Asked extends Input> = {
  readonly [Name in keyof Asked]: Asked[Name] extends Param<infer Value> ? Value : never
}

/** Finds what a caller gave under a name. */
export type Given = (name: string) => unknown

/** Reads every parameter, in order; the first mistake is thrown. */
export function readInput<Asked extends Input>(input: Asked, given: Given): Values<Asked> {
  const values = Object.entries(input).map(([name, param]) => [name, param.read(given(name), name)])
  return Object.fromEntries(values) as Values<Asked>
}

/** The schema of parameters as one object. */
export function schemaOf(input: Input): TSchema {
  const members = Object.entries(input).map(([name, { schema, required }]) => [
    name,
    required ? schema : Type.Optional(schema),
  ])
  return Type.Object(Object.fromEntries(members) as Record<string, TSchema>)
}

/** A parameter whose value is not valid. */
export function wrong(what: string): AppError {
  return new AppError('params', `[-4] Params Error: ${what}`)
}

/** A user's text inside a sentence, cut so that an error stays readable. */
export function quoted(value: string): string {
  return `\`${value.length > 64 ? `${value.slice(0, 64)}…` : value}\``
}

/** What a caller gave as a text without blanks at its ends; undefined when nothing is left. */
export function textOf(given: unknown, name: string): string | undefined {
  if (given === undefined || given === null) return undefined
  if (typeof given === 'number' || typeof given === 'boolean') return String(given)
  if (typeof given !== 'string') throw wrong(`\`${name}\` must be a text, a number, or true or false`)
  return given.trim() || undefined
}

/** A parameter that may be left out; `read` sees only texts that hold something. */
export function optional<Value>(
  schema: TSchema,
  read: (text: string, name: string) => Value,
): Param<Value | undefined> {
  return {
    schema,
    required: false,
    read: (given, name) => {
      const text = textOf(given, name)
      return text === undefined ? undefined : read(text, name)
    },
  }
}

/** A parameter with a value for callers who leave it out. */
export function withDefault<Value>(param: Param<Value | undefined>, standard: Value): Param<Value> {
  return { ...param, read: (given, name) => param.read(given, name) ?? standard }
}

/** A parameter that must be given; `what` says what it takes. */
export function required<Value>(param: Param<Value | undefined>, what: string): Param<Value> {
  return {
    ...param,
    required: true,
    read: (given, name) => {
      const value = param.read(given, name)
      if (value === undefined) throw wrong(`${name} is missing; it takes ${what}`)
      return value
    },
  }
}
