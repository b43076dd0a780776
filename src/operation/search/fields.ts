import { Type } from 'typebox'
import { CATALOGUE } from '../../field/index.ts'
import { operation } from '../operation.ts'
import { object, text, texts } from '../../schema/index.ts'

const fieldRow = object(
  {
    name: Type.String(),
    aliases: Type.Array(Type.String(), { description: 'Other names the field is known by.' }),
    kind: text('How values compare: text, keyword, number, address, time or boolean.'),
    many: Type.Boolean({
      description: 'Whether a record may hold several values, joined by commas in an answer.',
    }),
    operators: texts,
    select: text('Who may select it: anyone, enterprise or never (a condition only).'),
    help: Type.String(),
    example: text('A query that uses it.'),
  },
  { title: 'FieldRow' },
)

const NEGATIONS: Readonly<Record<string, readonly string[]>> = {
  '=': ['!='],
  '==': ['!=='],
  '=~': ['!~'],
  '*=': ['!*='],
}

/** The catalogue of fields. */
export const searchFields = operation({
  name: 'searchFields',
  group: 'search',
  summary: 'The fields of the query language and of answers',
  access: 'account',
  scope: 'any',
  http: 'GET /api/v1/search/fields',
  input: {},
  output: { fields: Type.Array(fieldRow) },
  run: () => ({
    fields: CATALOGUE.map(({ name, aliases, kind, many, select, help, example, operators: offered }) => {
      const operators = offered.flatMap((operator) => [operator, ...(NEGATIONS[operator] ?? [])])
      return { name, aliases, kind, many, operators, select, help, example }
    }),
  }),
})
