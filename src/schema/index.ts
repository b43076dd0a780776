// Responses are declared once, as schemas: the types of the program, the client and the page, and the API's description are derived
// from them.
import { type Static, type TProperties, type TSchema, Type } from 'typebox'

/** A value that is read-only at all levels. */
type Frozen<Value> = Value extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
    : Value

/** The value that a schema describes. */
export type Shape<Schema extends TSchema> = Frozen<Static<Schema>>

/** The object with members of these schemas. */
export type Members<Properties extends TProperties> = Shape<ReturnType<typeof object<Properties>>>

/** A non-negative number of things. */
export const count = (description = '') =>
  Type.Integer({ minimum: 0, ...(description !== '' && { description }) })

/** A text with a description. */
export const text = (description?: string) => Type.String(description === undefined ? {} : { description })

/** A time as the API prints it. */
export const time = (description: string) =>
  Type.String({ description: `${description}, \`YYYY-MM-DD HH:MM:SS\` in UTC.` })

/** A value that may be null. */
export const orNull = <Schema extends TSchema>(schema: Schema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })

/** An object with exactly these members. An object with a `title` becomes a named type wherever it is used. */
export const object = <Properties extends TProperties>(
  members: Properties,
  options: { readonly title?: string; readonly description?: string } = {},
) => Type.Object(members, { additionalProperties: false, ...options })

/** Texts. */
export const texts = Type.Array(Type.String())

/** A list of texts with a description. */
export const textsOf = (description: string) => Type.Array(Type.String(), { description })

/** The state of a durable task. */
export const taskState = Type.Enum(['init', 'running', 'success', 'failure'], {
  description: 'Goes from `init` over `running` to `success` or `failure`, and never back.',
})

/** The progress of a durable task. */
export const progress = Type.Integer({
  minimum: 0,
  maximum: 100,
  description: 'Never falls; 100 exactly with `success`.',
})

/** The body of every failure. */
export const ErrorBody = Type.Object(
  {
    error: Type.Literal(true),
    errmsg: Type.String({
      description: 'What went wrong, with the position and the remedy where they exist.',
    }),
  },
  { title: 'Error', description: 'Why there is no answer.', additionalProperties: false },
)
