// Schemas that answers of several operations share.
import { type TProperties, type TSchema, Type } from 'typebox'

/** A number that counts something. */
export const count = (description = '') =>
  Type.Integer({ minimum: 0, ...(description !== '' && { description }) })

/** A text with a meaning. */
export const text = (description: string) => Type.String({ description })

/** A time as the API prints it. */
export const time = (description: string) =>
  Type.String({ description: `${description}, \`YYYY-MM-DD HH:MM:SS\` in UTC.` })

/** A value that may be null. */
export const orNull = <Schema extends TSchema>(schema: Schema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })

/** An object with these members and no others. */
export const object = <Members extends TProperties>(members: Members, description?: string) =>
  Type.Object(members, { additionalProperties: false, ...(description !== undefined && { description }) })

/** Texts. */
export const texts = Type.Array(Type.String())

/** How a durable task stands. */
export const taskState = Type.Enum(['init', 'running', 'success', 'failure'], {
  description: 'Goes from `init` over `running` to `success` or `failure`, and never back.',
})

/** How far a durable task is. */
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
      description: 'What went wrong, and where there is one, the place and the remedy.',
    }),
  },
  { title: 'Error', description: 'Why there is no answer.', additionalProperties: false },
)
