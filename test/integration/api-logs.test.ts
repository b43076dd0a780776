// What a server writes down: one line per request, and never a key, an e-mail or a query, whatever goes wrong.
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApi, testApi } from '../support/api.ts'
import { asset } from '../support/asset.ts'

const lines: string[] = []
const logger = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
const QUERY = 'title="very-private-words"'
let api: TestApi

beforeAll(async () => {
  api = await testApi({
    logger,
    records: [asset({ title: 'very-private-words' })],
    accounts: { spy: { level: 'member' } },
  })
})
afterAll(() => api.close())

function secrets(): readonly string[] {
  const { email = '', key = '' } = api.credentials['spy'] ?? {}
  const encoded = Buffer.from(QUERY).toString('base64')
  return [email, encodeURIComponent(email), key, encoded, 'very-private-words', 'c3B5QGV4YW1wbGUuY29t']
}

async function callAndRead(url: string, method: 'GET' | 'POST' = 'GET', payload = ''): Promise<string> {
  lines.length = 0
  await api.app.inject({
    method,
    url,
    payload,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  return lines.join('')
}

describe('logs', () => {
  const parameters = (): string => {
    const { email = '', key = '' } = api.credentials['spy'] ?? {}
    return new URLSearchParams({ email, key, qbase64: Buffer.from(QUERY).toString('base64') }).toString()
  }
  const expectClean = (log: string): void => {
    for (const secret of secrets()) expect(log).not.toContain(secret)
  }

  it('hold route, status and outcome of a request, and its account by number', async () => {
    const log = await callAndRead(`/api/v1/search/all?${parameters()}`)
    expect(JSON.parse(log)).toMatchObject({
      route: '/api/v1/search/all',
      status: 200,
      outcome: 'ok',
      account: 1,
    })
    expect(JSON.parse(log)).not.toHaveProperty('keyHash')
    expectClean(log)
  })

  it.each([
    ['a mistyped address', (p: string) => `/api/v1/search/al?${p}`],
    ['parameters that became part of the path', (p: string) => `/api/v1/search/all&${p}`],
    ['an address that cannot be decoded', (p: string) => `/%zz/${p}`],
    ['a failure', (p: string) => `/api/v1/search/all?${p}&size=0`],
    ['wrong credentials', (p: string) => `/api/v1/search/all?${p.replace('key=', 'key=0')}`],
  ])('hold nothing secret after %s', async (_, address) => {
    const log = await callAndRead(address(parameters()))
    expectClean(log)
  })

  it('hold nothing secret of a body', async () => {
    const log = await callAndRead('/api/v1/search/all', 'POST', parameters())
    expect(log).toContain('"outcome":"ok"')
    expectClean(log)
  })

  it('hold the reason of a server failure without what the caller sent, and the caller gets its id only', async () => {
    const { page } = api.store
    const { email = '', key = '' } = api.credentials['spy'] ?? {}
    const broken = {
      ...api.store,
      page: async () => Promise.reject(new Error(`engine broke on ${QUERY} of ${email} ${key}`)),
    }
    Object.assign(api.store, broken)
    lines.length = 0
    const answer = await api.app.inject(`/api/v1/search/all?${parameters()}`)
    Object.assign(api.store, { page })
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({ error: true, errmsg: 'Internal Server Error!' })
    const log = lines.join('')
    expect(log).toContain('engine broke on')
    expect(log).toContain(`"reqId":"${String(answer.headers['x-request-id'])}"`)
    expectClean(log)
  })

  it('of a call by POST over a connection hold outcome and fault', async () => {
    await api.app.listen({ port: 0, host: '127.0.0.1' })
    const url = `${api.app.listeningOrigin}/api/v1/search/all`
    const post = (body: string) => fetch(url, { method: 'POST', body: new URLSearchParams(body) })
    lines.length = 0
    await post(parameters().replace('key=', 'key=0'))
    await post(`${parameters()}&size=0`)
    expect(lines.map((line) => (JSON.parse(line) as { outcome: string }).outcome)).toEqual([
      'unauthorized',
      'size',
    ])
    const { page } = api.store
    Object.assign(api.store, { page: async () => Promise.reject(new Error('engine broke')) })
    lines.length = 0
    const answer = await post(parameters())
    Object.assign(api.store, { page })
    expect(answer.status).toBe(500)
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 50, msg: 'request failed', error: { message: 'engine broke' } },
      { status: 500, outcome: 'server' },
    ])
  })

  it('and figures hold nothing secret either', async () => {
    expectClean((await api.app.inject('/metrics')).body)
  })
})
