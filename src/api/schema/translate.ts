import { type Static, Type } from 'typebox'
import { LANGUAGE_NAMES } from '../../translate/index.ts'
import { credentials } from './credentials.ts'

/** What a translation takes. */
export const TranslateParameters = Type.Object({
  ...credentials,
  qbase64: Type.String({ description: 'The query in the other language, encoded as base64.' }),
  from: Type.Optional(
    Type.Enum([...LANGUAGE_NAMES], { description: 'The language; found by looking where it is not given.' }),
  ),
})

/** What `translate` answers. */
export const TranslateAnswer = Type.Object(
  {
    error: Type.Literal(false),
    from: Type.Enum([...LANGUAGE_NAMES, 'periplus'], {
      description: 'The language of the query; `periplus` for one that needs no translation.',
    }),
    query: Type.String({
      description: 'The same in the language of this service; empty where nothing could be translated.',
    }),
    notes: Type.Array(
      Type.Object(
        {
          kind: Type.Enum(['lost', 'changed', 'unread'], {
            description:
              '`lost`: left out. `changed`: asks for something near. `unread`: no part of its own language.',
          }),
          start: Type.Integer({ minimum: 0, description: 'Offset into the query sent, in UTF-16 units.' }),
          end: Type.Integer({ minimum: 0, description: 'The same, end excluded.' }),
          text: Type.String({ description: 'One sentence.' }),
        },
        { additionalProperties: false },
      ),
      { description: 'What was lost or changed, in the order of the text.' },
    ),
  },
  { title: 'TranslateAnswer', additionalProperties: false },
)

/** The body of `translate`. */
export type TranslateBody = Static<typeof TranslateAnswer>
