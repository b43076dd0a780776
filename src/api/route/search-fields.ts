import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { CATALOGUE } from '../../field/index.ts'
import type { Admit } from '../plugin/admission.ts'
import { credentials } from '../schema/credentials.ts'
import { ErrorBody } from '../schema/error.ts'

const FieldRow = Type.Object(
  {
    name: Type.String(),
    aliases: Type.Array(Type.String(), { description: 'Other names the field is known by.' }),
    kind: Type.String({
      description: 'How values compare: text, keyword, number, address, time or boolean.',
    }),
    many: Type.Boolean({
      description: 'Whether a record may hold several values, joined by commas in an answer.',
    }),
    operators: Type.Array(Type.String()),
    select: Type.String({
      description: 'Who may select it: anyone, enterprise or never (a condition only).',
    }),
    help: Type.String(),
    example: Type.String({ description: 'A query that uses it.' }),
  },
  { additionalProperties: false },
)

/** What `search/fields` answers. */
export const FieldsAnswer = Type.Object(
  { error: Type.Literal(false), fields: Type.Array(FieldRow) },
  { title: 'FieldsAnswer', additionalProperties: false },
)

const NEGATIONS: Readonly<Record<string, readonly string[]>> = {
  '=': ['!='],
  '==': ['!=='],
  '=~': ['!~'],
  '*=': ['!*='],
}

const body = JSON.stringify({
  error: false,
  fields: CATALOGUE.map(({ name, aliases, kind, many, select, help, example, operators: offered }) => {
    const operators = offered.flatMap((operator) => [operator, ...(NEGATIONS[operator] ?? [])])
    return { name, aliases, kind, many, operators, select, help, example }
  }),
})

/** `GET /api/v1/search/fields`: the catalogue of fields. */
export function searchFieldsRoute(app: FastifyInstance, admit: Admit): void {
  app.get('/api/v1/search/fields', {
    schema: {
      tags: ['search'],
      operationId: 'searchFields',
      summary: 'The fields of the query language and of answers',
      querystring: Type.Object(credentials),
      response: {
        200: Type.Union([FieldsAnswer, ErrorBody], { description: 'The catalogue, or why it is not told.' }),
      },
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      await admit(request, reply)
      return reply.type('application/json; charset=utf-8').send(body)
    },
  })
}
