// Whatever is sent to the API, the answer is JSON that says whether it is an error, and never that the server broke.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inShortOrLong } from '../support/long.ts'
import { randomOf } from '../../bench/support/damage.ts'
import { Passwords } from '../../src/service/account/index.ts'
import { type TestApi, testApi } from '../support/api.ts'
import { asset } from '../support/asset.ts'
import { FUZZ_PASSWORD, FUZZ_ROUTES, fuzzCaller, randomCall } from '../support/random-call.ts'

let api: TestApi
beforeAll(async () => {
  const account = { level: 'enterprise', role: 'administrator', password: FUZZ_PASSWORD } as const
  api = await testApi({
    records: [asset({ title: 'login' })],
    accounts: { a: account },
    passwords: new Passwords({ memory: 64, passes: 1, parallelism: 1 }),
  })
})
afterAll(() => api.close())

const name = fc.constantFrom(
  'email',
  'key',
  'qbase64',
  'page',
  'size',
  'fields',
  'full',
  'next',
  'detail',
  '__proto__',
  'toString',
  '',
)
const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }).map(encodeURIComponentSafely),
  fc.string({ maxLength: 40 }).map((text) => text.replace(/[#\s]/g, '')),
  fc
    .string({ unit: 'grapheme', maxLength: 30 })
    .map((text) => encodeURIComponent(Buffer.from(text).toString('base64'))),
  fc.constantFrom('%', '%00', '%ff%fe', '-1', '1e9', '0x10', 'NaN', 'Infinity', 'host', 'structinfo', 'true'),
)
const query = fc
  .array(fc.tuple(name, value), { maxLength: 8 })
  .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'))

function encodeURIComponentSafely(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

async function check(method: 'GET' | 'POST', url: string, payload: string): Promise<void> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await api.app.inject({ method, url, payload, headers })
  const body = answer.json<{ error: boolean; errmsg?: string }>()
  expect(answer.statusCode).not.toBe(500)
  expect(typeof body.error).toBe('boolean')
  expect(Object.hasOwn(body, 'errmsg')).toBe(body.error)
}

const searches = fc.constantFrom('/api/v1/search/all', '/api/v1/search/next', '/api/v1/search/stats')

describe('any request', () => {
  it('to a search is answered or refused, without credentials', async () => {
    await fc.assert(
      fc.asyncProperty(query, query, (text, body) => check('POST', `/api/v1/search/all?${text}`, body)),
      { numRuns: inShortOrLong(100, 300) },
    )
  })

  it('to a search is answered or refused, with credentials', async () => {
    const { email = '', key = '' } = api.credentials['a'] ?? {}
    const credentials = new URLSearchParams({ email, key })
    await fc.assert(
      fc.asyncProperty(searches, query, (path, text) => check('GET', `${path}?${credentials}&${text}`, '')),
      { numRuns: inShortOrLong(250, 700) },
    )
  })

  it('about a host is answered or refused', async () => {
    const credentials = new URLSearchParams(api.credentials['a'])
    const host = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.ipV6(), fc.domain(), fc.webUrl())
    await fc.assert(
      fc.asyncProperty(host, query, (name, text) =>
        check('GET', `/api/v1/host/${encodeURIComponentSafely(name)}?${credentials}&${text}`, ''),
      ),
      { numRuns: inShortOrLong(100, 300) },
    )
  })

  it('to any address is answered or refused', async () => {
    const path = fc.array(fc.oneof(value, fc.constantFrom('api', 'v1', 'search', 'all', '.')), {
      maxLength: 5,
    })
    await fc.assert(
      fc.asyncProperty(path, query, (parts, text) =>
        check('GET', `/api/v1/x/${parts.join('/')}?${text}`, ''),
      ),
      { numRuns: inShortOrLong(100, 300) },
    )
  })

  // `node bench/fuzz.ts --only route` makes many more of each.
  it('to any route of the table of operations is answered or refused', async () => {
    const random = randomOf(17)
    for (const route of FUZZ_ROUTES) {
      const caller = await fuzzCaller(api, 'a')
      for (let times = 0; times < 4; times++) {
        const call = randomCall(route, random, caller)
        const { statusCode, payload } = await api.app.inject(call)
        expect([route.name, call, statusCode === 500 && payload]).toEqual([route.name, call, false])
      }
    }
  })
})
