// The responses of an explanation: schemas and the types derived from them.
import { Type } from 'typebox'
import { count, type Members, object, orNull, type Shape, text } from '../../schema/index.ts'

/** The hints about a condition without matches. */
const HINTS = [
  'unpublished_hash',
  'literal_wildcard',
  'literal_comma',
  'unused_code',
  'english_place',
] as const

const Suggestion = object(
  { condition: text('A condition to ask instead.'), count: count('Records that it finds.') },
  { title: 'Suggestion' },
)

const ExplainedCondition = object(
  {
    condition: text('The condition as the query is read.'),
    alone: count('Records that it finds alone.'),
    joined: count('Records that it finds together with the conditions before it.'),
    suggestions: Type.Array(Suggestion, {
      description: 'Without matches: similar conditions that have some.',
    }),
    hints: Type.Array(Type.Enum([...HINTS]), {
      description:
        'Where it finds nothing: `unpublished_hash` (other services make this hash in an unpublished way), `literal_wildcard` (`*` and `?` are characters like others after `=`), `literal_comma` (a comma makes no list in this field), `unused_code` (no country has this code), `english_place` (names of places are stored in English).',
    }),
  },
  { title: 'ExplainedCondition' },
)

/** What explains the number of matches. */
export const explainMembers = {
  total: count('Number of all matches.'),
  older: orNull(
    Type.Integer({ minimum: 0 }),
    'Matches that were last seen more than one year ago and not searched; null where all records are searched.',
  ),
  conditions: Type.Array(ExplainedCondition, {
    description: 'The conditions that must all hold, in the order of the query, at most 12.',
  }),
  left_out: count('Conditions beyond those.'),
}

/** The explanation of a query. */
export type ExplainAnswer = Members<typeof explainMembers>
/** A condition similar to one without matches. */
export type Suggestion = Shape<typeof Suggestion>
/** One of the conditions. */
export type ExplainedCondition = Shape<typeof ExplainedCondition>
/** A hint about a condition. */
export type Hint = (typeof HINTS)[number]
