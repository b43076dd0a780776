import { describe, expect, it } from 'vitest'
import { type OpenApi, readOperations, typeOf } from './openapi.ts'

const parameters = [
  { name: 'size', schema: { type: 'integer', minimum: 1, maximum: 9, description: 'how many' } },
]
const answer = {
  anyOf: [
    {
      properties: {
        error: { const: false },
        rows: { items: { properties: { host: { type: 'string', description: 'where' } } } },
      },
    },
    { type: 'object' },
  ],
}
const responses = { '200': { content: { 'application/json': { schema: answer } } } }
const form = { properties: { size: { type: 'integer' }, note: { type: 'string' } }, required: ['note'] }
const api: OpenApi = {
  info: { version: '1' },
  paths: {
    '/api/v1/things': {
      get: { tags: ['search'], summary: 'Things', parameters, responses },
      post: {
        tags: ['search'],
        summary: 'Things',
        parameters,
        requestBody: { content: { 'application/x-www-form-urlencoded': { schema: form } } },
      },
      head: { summary: 'Things' },
    },
  },
}

describe('an API description', () => {
  it('lists the operations, with methods of equal meaning combined', () => {
    expect(readOperations(api)).toMatchObject([
      {
        path: '/api/v1/things',
        methods: ['GET', 'POST'],
        group: 'search',
        parameters: [{ name: 'size', type: 'integer 1–9', required: false, description: 'how many' }],
        answer: [
          { name: 'error', type: 'false' },
          { name: 'rows', type: 'array of any' },
          { name: 'rows[].host', type: 'string', description: 'where' },
        ],
      },
    ])
  })

  it('lists the parameters of the form after those of the path, without duplicates', () => {
    const { get: _, ...rest } = api.paths['/api/v1/things'] ?? {}
    const [operation] = readOperations({ ...api, paths: { '/x': rest } })
    expect(operation?.parameters.map(({ name, required }) => [name, required])).toEqual([
      ['size', false],
      ['note', true],
    ])
  })

  it.each([
    [{ enum: ['a', 'b'] }, '"a" or "b"'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null'],
    [{ items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } }, 'array of (string or integer)'],
    [{}, 'any'],
  ])('describes the type of %j as %s', (schema, type) => {
    expect(typeOf(schema)).toBe(type)
  })
})
