// Requests and expected responses as data: reads the files of test/scenario, converts a step to a request, and compares the
// response.
import { readdirSync, readFileSync } from 'node:fs'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { AccountInput } from '../../src/service/account/index.ts'

/** One request and the expected response. */
export interface Step {
  readonly title: string
  /** The account whose credentials are sent; one of `fixture.json` or of the file. */
  readonly as?: string
  /** Default GET. */
  readonly method?: string
  /** Default `/api/v1/search/all`. */
  readonly path?: string
  /** Query text, sent as base64. */
  readonly query?: string
  /** Parameters of the query string. */
  readonly with?: Readonly<Record<string, string>>
  /**
   * Appended to the query string unchanged; `{email}` and `{key}` are replaced by the account's credentials, which then are not
   * added.
   */
  readonly raw?: string
  /** Parameters of an urlencoded body; with `as`, the credentials stay in the query string. */
  readonly form?: Readonly<Record<string, string>>
  /** An unchanged body. */
  readonly body?: string
  /** Repeats `body` this many times. */
  readonly times?: number
  /** Parts of a multipart body. */
  readonly parts?: readonly Part[]
  /** Stores values of the response under names; `{name}` is replaced in `path` and `with` of later steps. */
  readonly keep?: Readonly<Record<string, string>>
  /** Repeats the request until the response contains this. */
  readonly until?: object
  readonly headers?: Readonly<Record<string, string>>
  /** Default 200. */
  readonly status?: number
  /** The failure's exact text. */
  readonly errmsg?: string
  /** Keys and values that the body must contain. */
  readonly holds?: object
  /** The complete results. */
  readonly results?: unknown
  /** Header values that the response must have; `/…/` is a pattern, null means absent. */
  readonly answers?: Readonly<Record<string, string | null>>
  /** A pattern the body's text must match. */
  readonly text?: string
}

/** Every key of a step; a test refuses others, since a misspelled expectation would expect nothing. */
export const STEP_KEYS: Readonly<Record<keyof Step, true>> = {
  ...{ title: true, as: true, method: true, path: true, query: true, with: true, raw: true, form: true },
  ...{ body: true, times: true, parts: true, keep: true, until: true, headers: true },
  ...{ status: true, errmsg: true, holds: true, results: true, answers: true, text: true },
}

/** One part of a multipart body: text, or this many generated lines of addresses, or bytes in base64. */
export interface Part {
  readonly name: string
  readonly filename?: string
  readonly text?: string
  readonly lines?: number
  /** The separator of generated lines. */
  readonly between?: string
  readonly base64?: string
}

/** One file of steps that run in order against one server. */
export interface Scenario {
  readonly about: string
  /** The dialect that a client needs; the accounts of its steps have it. */
  readonly dialect?: string
  readonly settings?: Readonly<Record<string, string>>
  readonly accounts?: Readonly<Record<string, Omit<AccountInput, 'email'>>>
  readonly steps: readonly Step[]
}

/** All scenarios by file name. */
export function readScenarios(directory: string): readonly (readonly [name: string, scenario: Scenario])[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.json') && name !== 'fixture.json')
    .sort()
    .map((name) => [name, JSON.parse(readFileSync(join(directory, name), 'utf8')) as Scenario])
}

/** A request on the wire. */
export interface WireRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** The response, decompressed. */
export interface WireAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Sends a request without or with a socket. */
export type Send = (request: WireRequest) => Promise<WireAnswer>

const FORM = 'application/x-www-form-urlencoded'
const BOUNDARY = 'boundary-of-a-test'

function multipartBody(parts: readonly Part[]): string {
  const written = parts.map(({ name, filename, ...content }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"`
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\nContent-Type: text/plain\r\n\r\n${contentOf(content)}\r\n`
  })
  return `${written.join('')}--${BOUNDARY}--\r\n`
}

function contentOf({ text = '', lines, between = '\n', base64 }: Omit<Part, 'name' | 'filename'>): string {
  if (base64 !== undefined) return Buffer.from(base64, 'base64').toString('latin1')
  if (lines === undefined) return text
  return text + Array.from({ length: lines }, (_, index) => `10.0.${index >> 8}.${index & 255}`).join(between)
}

/** A step with stored values inserted for their names. */
export function withSaved(step: Step, kept: ReadonlyMap<string, string>): Step {
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (whole, name) => kept.get(name) ?? whole)
  return {
    ...step,
    ...(step.path !== undefined && { path: fill(step.path) }),
    ...(step.with !== undefined && {
      with: Object.fromEntries(Object.entries(step.with).map(([name, value]) => [name, fill(value)])),
    }),
  }
}

/** The request of a step. */
export function requestOf(
  step: Step,
  credentials: Readonly<Record<string, { readonly email: string; readonly key: string }>>,
): WireRequest {
  const account = step.as === undefined ? undefined : credentials[step.as]
  if (step.as !== undefined && account === undefined)
    throw new Error(`no account ${step.as} in this scenario`)
  const raw = (step.raw ?? '').replace('{email}', account?.email ?? '').replace('{key}', account?.key ?? '')
  const added = account === undefined || raw !== (step.raw ?? '') ? {} : account
  const parameters = new URLSearchParams({ ...added })
  if (step.query !== undefined) parameters.set('qbase64', Buffer.from(step.query).toString('base64'))
  for (const [name, value] of Object.entries(step.with ?? {})) parameters.set(name, value)
  const text = [parameters.toString(), raw].filter((part) => part !== '').join('&')
  const form =
    step.form === undefined ? step.body?.repeat(step.times ?? 1) : String(new URLSearchParams(step.form))
  const body = step.parts === undefined ? form : multipartBody(step.parts)
  return {
    method: step.method ?? 'GET',
    url: `${step.path ?? '/api/v1/search/all'}${text === '' ? '' : `?${text}`}`,
    headers: {
      ...(step.form !== undefined && { 'content-type': FORM }),
      ...(step.parts !== undefined && { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }),
      ...step.headers,
    },
    body,
  }
}

function decompress(encoding: string | undefined, bytes: Buffer): string {
  if (encoding === 'br') return brotliDecompressSync(bytes).toString()
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}

/** Sends without a socket. */
export function injecting(app: FastifyInstance): Send {
  return async ({ method, url, headers, body }) => {
    const answer = await app.inject({
      // Any method may be sent, even one that inject's types do not list.
      method: method as 'GET',
      url,
      headers,
      ...(body !== undefined && { payload: body }),
    })
    const encoding = answer.headers['content-encoding']
    return {
      status: answer.statusCode,
      headers: answer.headers as IncomingHttpHeaders,
      body: decompress(typeof encoding === 'string' ? encoding : undefined, answer.rawPayload),
    }
  }
}

/** Sends over a separate socket for each request. */
export function overSocket(port: number): Send {
  return ({ method, url, headers, body }) =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const options = {
        host: '127.0.0.1',
        port,
        method,
        path: url,
        headers: { ...length, ...headers },
        agent: false,
      }
      const call = httpRequest(options, (answer) => {
        const pieces: Buffer[] = []
        answer.on('data', (piece: Buffer) => pieces.push(piece))
        answer.on('error', reject)
        answer.on('end', () => {
          const text = decompress(answer.headers['content-encoding'], Buffer.concat(pieces))
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text })
        })
      })
      call.on('error', reject)
      call.end(body)
    })
}
