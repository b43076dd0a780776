// The description of the specified API (OpenAPI 3.1), from the table of operations.
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { type TProperties, type TSchema, Type } from 'typebox'
import type { Config } from '../../config/index.ts'
import { ErrorBody, OPERATIONS, type Operation, schemaOf } from '../../operation/index.ts'
import { baseUrl } from '../server/base-url.ts'

/** An OpenAPI description. */
interface OpenApi {
  readonly [key: string]: unknown
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>
}

/** Serves the description at `/openapi.json`. */
export function describeRoutes(app: FastifyInstance, version: string, config: Config): void {
  const described = createDescriptions(version)
  app.get('/openapi.json', {
    compress: false,
    handler: async (request, reply) => {
      const { text, zipped } = described(baseUrl(request, config['http.baseUrl']))
      reply.type('application/json; charset=utf-8').header('Vary', 'Accept-Encoding')
      const takesGzip = GZIP.test(request.headers['accept-encoding'] ?? '')
      if (!takesGzip) return reply.send(text)
      return reply.header('Content-Encoding', 'gzip').send(await zipped())
    },
  })
}

const GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i
const MOST_KNOWN = 8

/** The description for one address of the server, as text and compressed once. */
interface Description {
  readonly text: string
  readonly zipped: () => Promise<Buffer>
}

/** Descriptions by address. Callers choose it by their `Host`: few are kept. */
export function createDescriptions(
  version: string,
  compress: (text: string) => Promise<Buffer> = promisify(gzip),
): (url: string) => Description {
  const description = openApi(version)
  const known = new Map<string, Description>()
  return (url) => {
    const one = known.get(url) ?? describeAt(url, description, compress)
    if (known.size < MOST_KNOWN) known.set(url, one)
    return one
  }
}

function describeAt(
  url: string,
  description: OpenApi,
  compress: (text: string) => Promise<Buffer>,
): Description {
  const text = JSON.stringify({ ...description, servers: [{ url }] }, null, 2)
  let zipped: Promise<Buffer> | undefined
  return {
    text,
    zipped: () => {
      zipped ??= compress(text)
      return zipped
    },
  }
}

/** The description without servers. */
export function openApi(version: string): OpenApi {
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of OPERATIONS) {
    const [methods = '', url = ''] = operation.http?.split(' ') ?? []
    for (const method of methods.split('|').filter((one) => one !== '')) {
      const path = url.replaceAll(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [method.toLowerCase()]: describe(operation, method, url) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Periplus',
      version,
      description:
        'Search over internet-facing assets and bulk tagging of addresses. Every call carries `email` and `key`. ' +
        'Every failure is `{"error": true, "errmsg": "…"}`; documented failures answer 200 unless the server is set to `http.errorStatus: "standard"`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    tags: [
      { name: 'search', description: 'Records by query' },
      { name: 'tagging', description: 'Tags of addresses, and lists of them' },
      { name: 'account', description: 'The calling account' },
      { name: 'administration', description: 'For administrators' },
      { name: 'operation', description: 'For those who run the server' },
    ],
    paths: { ...paths, ...PROBES },
  }
}

const CREDENTIALS = {
  email: Type.Optional(
    Type.String({
      description:
        'E-mail address of the account; compared without case. Not needed for accounts of dialect live.',
    }),
  ),
  key: Type.String({ description: 'The 32-character key shown in the member’s profile.' }),
}
const QBASE64 = Type.String({
  description: 'The query text encoded as base64: standard or URL-safe alphabet, padding optional.',
})

/** The request of a caller: the credentials and the parameters under their names in requests. */
export function sentBy({ access, input }: Operation): {
  readonly required: readonly string[]
  readonly properties: TProperties
} {
  const { properties, required = [] } = schemaOf(input) as unknown as {
    readonly properties: TProperties
    readonly required?: readonly string[]
  }
  const named = Object.entries(properties).map(([name, schema]) =>
    name === 'query' ? (['qbase64', QBASE64] as const) : ([name, schema] as const),
  )
  const known = access === 'public'
  return {
    properties: { ...(known ? {} : CREDENTIALS), ...Object.fromEntries(named) },
    required: [...(known ? [] : ['key']), ...required.map((name) => (name === 'query' ? 'qbase64' : name))],
  }
}

function describe(operation: Operation, method: string, url: string): object {
  const { name, group, summary, description, body = 'none' } = operation
  const { properties, required } = sentBy(operation)
  const inForm = method === 'POST' && body === 'none'
  const named = Object.entries(properties)
  const inPath = (one: string): boolean => url.includes(`:${one}`)
  const parameters = named
    .filter(([one]) => !inForm || inPath(one))
    .map(([one, schema]) => {
      const { description: meaning, ...kind } = schema as { readonly description?: string }
      const place = inPath(one) ? 'path' : 'query'
      return {
        name: one,
        in: place,
        required: required.includes(one),
        schema: kind,
        description: meaning ?? '',
      }
    })
  const form = Object.fromEntries(named.filter(([one]) => !inPath(one)))
  const schema = { type: 'object', required: required.filter((one) => one in form), properties: form }
  return {
    operationId: method === 'POST' && operation.http?.startsWith('GET|') ? `${name}ByForm` : name,
    tags: [group],
    summary,
    ...(description !== undefined && { description }),
    ...(parameters.length > 0 && { parameters }),
    ...(inForm && { requestBody: { content: { 'application/x-www-form-urlencoded': { schema } } } }),
    ...(body !== 'none' && method === 'POST' && { requestBody: { content: FILES[body] } }),
    responses: { 200: { description: 'The answer, or why there is none.', content: contentOf(operation) } },
  }
}

const BYTES = { 'application/octet-stream': {} }
const FILES = {
  addresses: {
    'multipart/form-data': {
      schema: { type: 'object', required: ['file'], properties: { file: { type: 'string' } } },
    },
  },
  stream: BYTES,
  bytes: BYTES,
} as const

function contentOf(operation: Operation): object {
  if (operation.download !== undefined && operation.sends === undefined) return BYTES
  return { 'application/json': { schema: { anyOf: [...answersOf(operation), ErrorBody] } } }
}

/** The successful responses of an operation, each with its name as title. */
export function answersOf({ name, output = {}, rows, variants = {}, sends }: Operation): readonly TSchema[] {
  if (sends !== undefined) return [sends]
  const results = rows === undefined ? {} : { results: rows }
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}Answer`
  return Object.entries({ [title]: output, ...variants }).map(([one, members]) =>
    Type.Object({ error: Type.Literal(false), ...members, ...results } as TProperties, {
      title: one,
      additionalProperties: false,
    }),
  )
}

const health = (title: string, more: TProperties = {}) => ({
  'application/json': { schema: Type.Object({ status: Type.Literal('ok'), ...more }, { title }) },
})
const detail = Type.Optional(
  Type.String({ description: 'What is damaged although calls are answered; absent where nothing is.' }),
)
const probe = (summary: string, content: object) => ({
  get: { tags: ['operation'], summary, responses: { 200: { description: 'It does.', content } } },
})

/** Responses without accounts and outside the table of operations: for monitoring. */
const PROBES = {
  '/healthz': probe('Whether the process lives', health('Health')),
  '/readyz': probe('Whether the server answers calls', health('Readiness', { detail })),
  '/metrics': probe('Figures for Prometheus', { 'text/plain': {} }),
}
