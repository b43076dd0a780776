import { Type } from 'typebox'

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
