import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApi, testApi } from '../../../test/support/api.ts'

const PASSWORD = 'correct horse battery'

describe('error texts of the page', () => {
  let api: TestApi
  let session: { readonly cookies: Record<string, string>; readonly csrf: string }

  beforeAll(async () => {
    api = await testApi({ accounts: { ann: { level: 'member', password: PASSWORD } } })
    const payload = { email: 'ann@example.com', password: PASSWORD }
    const answer = await api.app.inject({ method: 'POST', url: '/web/api/session', payload })
    const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
    session = { cookies, csrf: String(answer.json()['csrf']) }
  })
  afterAll(() => api.close())

  const refused = async (query: string, accepted: string): Promise<string> => {
    const answer = await api.app.inject({
      method: 'POST',
      url: `/web/api/search${query}`,
      cookies: session.cookies,
      headers: { 'x-csrf-token': session.csrf, 'accept-language': accepted },
      payload: { query: 'titel="x"' },
    })
    expect(answer.statusCode).toBe(400)
    return String(answer.json()['errmsg'])
  }

  it.each([
    ['', 'zh'],
    ['', 'zh-CN,zh;q=0.9,en;q=0.8'],
    ['', 'en;q=0.5, zh-Hans'],
    ['?lang=zh', 'en'],
  ])('are Chinese for %s with Accept-Language %s', async (query, accepted) => {
    expect(await refused(query, accepted)).toMatch(/^\[820000\] Query Syntax Incorrect: 第 1 列/)
  })

  it.each([
    ['', 'en-GB,zh;q=0.9'],
    ['', ''],
    ['', 'zhx'],
    ['?lang=en', 'zh'],
  ])('are English for %s with Accept-Language %s', async (query, accepted) => {
    expect(await refused(query, accepted)).toContain('at column 1: unknown field `titel`')
  })

  it('are the specified ones for programs, whatever they accept', async () => {
    const key = await api.accounts.revealKey('ann@example.com')
    const qbase64 = Buffer.from('titel="x"').toString('base64')
    const query = new URLSearchParams({ email: 'ann@example.com', key, qbase64, lang: 'zh' })
    const headers = { 'accept-language': 'zh' }
    const answer = await api.app.inject({ url: `/api/v1/search/all?${query}`, headers })
    expect(answer.json()['errmsg']).toContain('unknown field `titel`')
  })
})
