// Every door counts against the rate of a level: statistics, messages of models, and what the page asks for.
import { afterEach, describe, expect, it } from 'vitest'
import { type TestApi, testApi } from '../support/api.ts'

const PASSWORD = 'correct horse battery'
let api: TestApi
afterEach(() => api.close())

async function open(rate: string): Promise<TestApi> {
  api = await testApi({
    accounts: { ann: { password: PASSWORD, level: 'member' } },
    settings: { 'level.member.rate': rate },
  })
  return api
}

describe('the page', () => {
  const query = { query: 'port="443"', full: true }
  it.each([
    ['facets', { ...query, fields: ['port'], size: 5, regions: false }],
    ['timeline', query],
    ['host', { name: '192.0.2.1' }],
    ['record', { host: '192.0.2.1', base_protocol: 'tcp', fields: ['title'] }],
    ['values', { field: 'title', prefix: 'a' }],
    ['search', { ...query, page: 1, size: 10 }],
    ['tagging/look-up', { ip: '192.0.2.1' }],
  ])('counts a call of %s', async (path, payload) => {
    const { app } = await open('1')
    const login = { email: 'ann@example.com', password: PASSWORD }
    const signedIn = await app.inject({ method: 'POST', url: '/web/api/session', payload: login })
    const cookies = Object.fromEntries(signedIn.cookies.map(({ name, value }) => [name, value]))
    const headers = { 'x-csrf-token': String(signedIn.json()['csrf']) }
    const ask = () => app.inject({ method: 'POST', url: `/web/api/${path}`, payload, cookies, headers })
    expect((await ask()).statusCode).not.toBe(429)
    const second = await ask()
    expect([second.statusCode, second.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)])
  })
})

describe('a model', () => {
  const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' })
  const send = (messages: readonly object[]) => sendText(JSON.stringify(messages))
  const sendText = (payload: string) => {
    const { email = '', key = '' } = api.credentials['ann'] ?? {}
    const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`
    const headers = { 'content-type': 'application/json', authorization }
    return api.app.inject({ method: 'POST', url: '/mcp', payload, headers })
  }

  it('spends one call for each message of a batch', async () => {
    await open('3')
    expect((await send([ping(1), ping(2)])).json()).toHaveLength(2)
    const refused = await send([ping(3), ping(4)])
    expect([refused.statusCode, refused.json()['error']]).toEqual([429, true])
  })

  it('sends at most 50 messages at a time', async () => {
    await open('0')
    const refused = await send(Array.from({ length: 51 }, (_, id) => ping(id)))
    expect(refused.json()).toEqual({
      error: true,
      errmsg: '[-4] Params Error: a batch of 51 messages; at most 50 are allowed',
    })
  })

  it('counts the messages of a batch behind a byte order mark', async () => {
    await open('0')
    const messages = JSON.stringify(Array.from({ length: 51 }, (_, id) => ping(id)))
    const refused = await sendText(`\ufeff${messages}`)
    expect(refused.json()['errmsg']).toContain('a batch of 51 messages')
  })

  it('leaves a bounded number of audit events, which count every call', async () => {
    await open('0')
    const call = (id: number) => ({
      ...ping(id),
      method: 'tools/call',
      params: { name: 'describe_fields', arguments: {} },
    })
    await send(Array.from({ length: 50 }, (_, id) => call(id)))
    await api.accounts.flushFigures()
    const events = await api.accounts.readTrail('operator', { action: 'mcp.describe_fields' })
    expect(events).toHaveLength(21)
    expect(events[0]).toMatchObject({ actor: 'ann@example.com', detail: '{"count":30}' })
  })
})
