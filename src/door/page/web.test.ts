import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApi, testApi } from '../../../test/support/api.ts'

const PASSWORD = 'correct horse battery'
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

describe('the page’s own door', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await testApi({
      accounts: { ann: { password: PASSWORD }, gone: { password: PASSWORD, disabled: true } },
    })
  })
  afterAll(() => api.close())

  const signIn = async (email = 'ann@example.com', password = PASSWORD) => {
    const answer = await api.app.inject({
      method: 'POST',
      url: '/web/api/session',
      payload: { email, password },
    })
    const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
    return { answer, cookies, csrf: String(answer.json()['csrf']) }
  }

  it('signs in with a cookie that only the page can use', async () => {
    const { answer } = await signIn()
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      error: false,
      account: { email: 'ann@example.com', level: 'free' },
    })
    expect(answer.cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })
    expect(answer.body).not.toContain(answer.cookies[0]?.value)
  })

  it.each([
    ['ann@example.com', 'not the password', 401, 'the e-mail or the password is wrong'],
    ['nobody@example.com', PASSWORD, 401, 'the e-mail or the password is wrong'],
    ['gone@example.com', PASSWORD, 403, 'the account is disabled'],
  ])('refuses %s with `%s`', async (email, password, status, text) => {
    const { answer } = await signIn(email, password)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toEqual({ error: true, errmsg: expect.stringContaining(text) })
    expect(answer.cookies).toEqual([])
  })

  const GUARDED: readonly (readonly [Method, string])[] = [
    ['GET', '/web/api/account'],
    ['GET', '/web/api/account/ledger'],
    ['DELETE', '/web/api/session'],
    ['GET', '/web/api/account/keys'],
    ['POST', '/web/api/account/keys'],
    ['POST', '/web/api/account/keys/reveal'],
    ['POST', '/web/api/account/keys/0/rotate'],
    ['DELETE', '/web/api/account/keys/1'],
    ['PUT', '/web/api/account/dialect'],
    ['PUT', '/web/api/account/password'],
    ['PUT', '/web/api/account/rules'],
    ['POST', '/web/api/search'],
    ['GET', '/web/api/searches'],
    ['POST', '/web/api/searches'],
    ['DELETE', '/web/api/searches/1'],
    ['GET', '/web/api/exports'],
    ['GET', '/web/api/exports/1'],
    ['POST', '/web/api/exports'],
    ['POST', '/web/api/facets'],
    ['POST', '/web/api/timeline'],
    ['POST', '/web/api/host'],
    ['POST', '/web/api/record'],
    ['POST', '/web/api/values'],
  ]
  it.each(GUARDED)('%s %s needs a session', async (method, url) => {
    const credentials = new URLSearchParams(api.credentials['ann'])
    for (const session of ['', 'x'.repeat(43)]) {
      const cookies = { periplus_session: session }
      const answer = await api.app.inject({ method, url: `${url}?${credentials}`, cookies })
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toEqual({ error: true, errmsg: expect.stringContaining('sign in again') })
    }
  })

  it.each(GUARDED.filter(([method]) => method !== 'GET'))(
    '%s %s needs the token of the session',
    async (method, url) => {
      const { cookies } = await signIn()
      for (const headers of [{}, { 'x-csrf-token': 'wrong' }]) {
        const answer = await api.app.inject({ method, url, cookies, headers })
        expect([answer.statusCode, answer.json().errmsg]).toEqual([
          403,
          expect.stringContaining('token of this session'),
        ])
      }
    },
  )

  it('refuses requests that another site made a browser send', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    const payload = { email: 'ann@example.com', password: PASSWORD }
    const answer = await api.app.inject({ method: 'POST', url: '/web/api/session', headers, payload })
    expect(answer.statusCode).toBe(403)
  })

  it.each([
    ['{', 'not valid JSON'],
    ['[]', 'must be a JSON object'],
    ['{"email":1}', '`email` must be a text'],
    ['{"email":"ann@example.com"}', '`password` must be a text'],
  ])('says what is wrong with a body %s', async (payload, text) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await api.app.inject({ method: 'POST', url: '/web/api/session', headers, payload })
    expect([answer.statusCode, answer.json().errmsg]).toEqual([400, expect.stringContaining(text)])
  })

  it('a session does not give access to the API, and ends with signing out', async () => {
    const { cookies, csrf } = await signIn()
    const byCookie = await api.app.inject({ url: '/api/v1/info/my', cookies })
    expect(byCookie.json().errmsg).toContain('401 Unauthorized')
    const headers = { 'x-csrf-token': csrf }
    const out = await api.app.inject({ method: 'DELETE', url: '/web/api/session', cookies, headers })
    expect(out.json()).toMatchObject({ error: false, account: null })
    const after = await api.app.inject({ url: '/web/api/account', cookies })
    expect(after.statusCode).toBe(401)
  })

  it('replaces the key', async () => {
    const { cookies, csrf } = await signIn()
    const headers = { 'x-csrf-token': csrf }
    const ask = async (action: string, payload = { password: PASSWORD }) => {
      const url = `/web/api/account/keys/${action}`
      return (await api.app.inject({ method: 'POST', url, cookies, headers, payload })).json()
    }
    expect((await ask('reveal')).keys[0].key).toBe(api.credentials['ann']?.key)
    expect(await ask('reveal', { password: 'not the password' })).toMatchObject({ error: true })
    const { key } = await ask('0/rotate')
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect((await ask('reveal')).keys[0].key).toBe(key)
  })

  it('responds while starting that it is not ready yet', async () => {
    api.setPhase('starting')
    const answer = await api.app.inject({ url: '/web/api/session' })
    api.setPhase('ready')
    expect(answer.statusCode).toBe(503)
  })
})

describe('cookies', () => {
  it.each([
    ['https://periplus.example.com', true],
    ['http://periplus.example.com', undefined],
    ['', undefined],
  ])('under the base address `%s` are for https only: %s', async (baseUrl, secure) => {
    const api = await testApi({
      accounts: { ann: { password: PASSWORD } },
      settings: { 'http.baseUrl': baseUrl },
    })
    const payload = { email: 'ann@example.com', password: PASSWORD }
    const answer = await api.app.inject({ method: 'POST', url: '/web/api/session', payload })
    expect(answer.cookies).toHaveLength(2)
    for (const cookie of answer.cookies) expect(cookie.secure).toBe(secure)
    await api.close()
  })
})
