// Random calls of every route of the table of operations, equal for equal seeds: parameters that are missing, of the wrong kind,
// far too long or almost right.
import type { InjectOptions } from 'fastify'
import { damaged, type Random, randomQuery } from '../../bench/support/damage.ts'
import { type Input, OPERATIONS } from '../../src/operation/index.ts'
import type { TestApi } from './api.ts'

/** A route of an operation. */
export interface FuzzRoute {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With parameters such as `:id`. */
  readonly path: string
  readonly isPage: boolean
  readonly body: 'none' | 'addresses' | 'stream' | 'bytes'
  readonly input: Input
}

/** The caller: a key for the API, a session for the page. */
export interface FuzzCaller {
  readonly credentials: { readonly email: string; readonly key: string }
  readonly cookie: string
  readonly csrf: string
}

/** The password of accounts that fuzzing signs in. */
export const FUZZ_PASSWORD = 'correct horse battery'

/** Every route of both doors. */
export const FUZZ_ROUTES: readonly FuzzRoute[] = OPERATIONS.flatMap(
  ({ http, page, body = 'none', input }) => [
    ...(http === undefined ? [] : routesOf(http, false, body, input)),
    ...(page === undefined ? [] : routesOf(page, true, body, input)),
  ],
)

function routesOf(
  route: string,
  isPage: boolean,
  body: FuzzRoute['body'],
  input: Input,
): readonly FuzzRoute[] {
  const [methods = '', place = ''] = route.split(' ')
  const path = isPage ? `/web/api/${place}` : place
  return methods.split('|').map((method) => ({
    ...{ name: `${method} ${path}`, path, isPage, body, input },
    method: method as FuzzRoute['method'],
  }))
}

/** Signs in on the page; fails when that is refused. */
export async function fuzzCaller(api: TestApi, name: string): Promise<FuzzCaller> {
  const credentials = api.credentials[name]
  if (credentials === undefined) throw new Error(`no account ${name}`)
  const payload = { email: credentials.email, password: FUZZ_PASSWORD }
  const answer = await api.app.inject({ method: 'POST', url: '/web/api/session', payload })
  const { csrf } = answer.json<{ csrf?: string }>()
  const cookie = answer.cookies.map(({ name: key, value }) => `${key}=${value}`).join('; ')
  if (csrf === undefined) throw new Error(`signing in failed: ${answer.payload}`)
  return { credentials, cookie, csrf }
}

/** One call of a route. */
export function randomCall(
  { method, path, isPage, body, input }: FuzzRoute,
  random: Random,
  caller: FuzzCaller,
): InjectOptions {
  const given = Object.keys(input).filter(() => random.below(4) > 0)
  const values = Object.fromEntries(given.map((name) => [name, randomValue(name, input, random)]))
  const place = path.replaceAll(/:\w+/g, () => encodeURIComponent(textOf(randomText(random)).slice(0, 500)))
  const inQuery = method === 'GET' || body !== 'none'
  const asked = new URLSearchParams(
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value)])),
  )
  if (!isPage) for (const [name, value] of Object.entries(caller.credentials)) asked.set(name, value)
  const url = inQuery ? `${place}?${asked}` : place
  const own = isPage ? { cookie: caller.cookie, 'x-csrf-token': caller.csrf } : {}
  const sent = payloadOf(body, random, () => (isPage ? jsonOf(values) : formOf(asked)))
  if (method === 'GET') return { method, url, headers: own }
  return { method, url, headers: { ...own, 'content-type': sent.type }, payload: sent.payload }
}

interface Sent {
  readonly type: string
  readonly payload: string | Buffer
}

const formOf = (asked: URLSearchParams): Sent => ({
  type: 'application/x-www-form-urlencoded',
  payload: String(asked),
})
const jsonOf = (values: object): Sent => ({ type: 'application/json', payload: JSON.stringify(values) })

const LIST = 'Content-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n192.0.2.1\r\n2001:db8::1'
const SCAN = '{"host":"a.example.com","ip":"192.0.2.9","port":80,"protocol":"http"}\n{"host": "c"\n'

function payloadOf(body: FuzzRoute['body'], random: Random, otherwise: () => Sent): Sent {
  if (body === 'none') return otherwise()
  if (body === 'addresses') {
    const payload = Buffer.from(damaged(Buffer.from(`--b\r\n${LIST}\r\n--b--\r\n`), random))
    return { type: 'multipart/form-data; boundary=b', payload }
  }
  return { type: 'application/octet-stream', payload: Buffer.from(damaged(Buffer.from(SCAN), random)) }
}

/** A text of the page's JSON as a program would send it. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function randomValue(name: string, input: Input, random: Random): unknown {
  if (name === 'qbase64') return Buffer.from(randomQuery(random)).toString('base64')
  if (name === 'query') return randomQuery(random)
  const known = choicesOf(input[name]?.schema)
  if (known.length > 0 && random.below(2) === 0) return random.pick(known)
  return random.below(4) === 0 ? random.pick(VALUES) : randomText(random)
}

/** The values that a schema lists, at any depth. */
function choicesOf(schema: unknown): readonly unknown[] {
  if (typeof schema !== 'object' || schema === null) return []
  const {
    enum: choices,
    const: only,
    default: standard,
    anyOf,
    items,
  } = schema as Readonly<Record<string, unknown>>
  const inner = [...(Array.isArray(anyOf) ? anyOf : []), items].flatMap(choicesOf)
  return [
    ...(Array.isArray(choices) ? choices : []),
    ...[only, standard].filter((one) => one !== undefined),
    ...inner,
  ]
}

const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1e9, 1.5, 2 ** 53, [], {}, [[]], { length: 5 }, ['a', 1, null]],
  ...[{ __proto__: null, toString: 1 }, ['__proto__'], 'true', 'NaN', '0x10', '-0'],
]

const TEXTS = [
  ...[
    '',
    ' ',
    '\0',
    '%',
    '%00',
    '%ff',
    '..',
    '../../etc/passwd',
    '__proto__',
    'constructor',
    "'; drop table account; --",
  ],
  ...[
    '1',
    '0',
    '999999999999999999999',
    '192.0.2.1',
    '2001:db8::1',
    '192.0.2.0/24',
    'a.example.com',
    'host',
    'title,ip',
  ],
  ...[
    'a@example.com',
    'port="443"',
    '=1+1',
    '<script>',
    '\u202e',
    '\ud800',
    '中国',
    '😀',
    '2026-01-02',
    'x'.repeat(5000),
  ],
]

function randomText(random: Random): string {
  const text = Array.from({ length: 1 + random.below(3) }, () => random.pick(TEXTS)).join('')
  return text.toWellFormed()
}
