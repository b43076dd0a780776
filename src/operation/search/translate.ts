import { Type } from 'typebox'
import { carry, LANGUAGE_NAMES, TARGET_NAMES } from '../../translate/index.ts'
import { optionalWord, QUERY } from '../input/index.ts'
import { operation } from '../operation.ts'
import { object, text } from '../../schema/index.ts'

const note = object(
  {
    kind: Type.Enum(['lost', 'changed', 'unread'], {
      description:
        '`lost`: left out. `changed`: asks for something near. `unread`: no part of its own language.',
    }),
    start: Type.Integer({ minimum: 0, description: 'Offset into the query sent, in UTF-16 units.' }),
    end: Type.Integer({ minimum: 0, description: 'The same, end excluded.' }),
    text: text('One sentence.'),
  },
  { title: 'TranslationNote' },
)

/** A query of another search engine in our language, or the reverse. */
export const translate = operation({
  name: 'translate',
  group: 'search',
  summary: 'Translate a query from or to another search engine',
  description:
    'Takes queries of Shodan, Censys, ZoomEye, Quake, Hunter and Google, and with `to` writes them, or queries of ours, for FOFA, Shodan, Censys, ZoomEye, Quake or Hunter. What has no counterpart is left out, and a note says so. Costs nothing.',
  access: 'account',
  scope: 'any',
  http: 'POST /api/v1/translate',
  input: {
    query: QUERY,
    from: optionalWord(LANGUAGE_NAMES, 'The language; detected if not given.'),
    to: optionalWord(TARGET_NAMES, 'The language wanted; ours where it is not given.'),
  },
  output: {
    from: Type.Enum([...LANGUAGE_NAMES, 'periplus'], {
      description: 'The language of the query; `periplus` for one that needs no translation.',
    }),
    to: Type.Enum([...TARGET_NAMES, 'periplus'], { description: 'The language of the answer.' }),
    query: text('The same in the language wanted; empty where nothing could be translated.'),
    notes: Type.Array(note, { description: 'What was lost or changed, in the order of the text.' }),
  },
  run: (_, { query, from, to }) => carry(query, from, to),
})
