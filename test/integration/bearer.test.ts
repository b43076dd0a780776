// `Authorization: Bearer KEY` in place of both parameters, for every route of the API.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATOR } from '../../src/service/account/index.ts'
import { type TestApi, testApi } from '../support/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi({ accounts: { user: { level: 'member' }, other: {}, gone: { disabled: true } } })
})
afterAll(() => api.close())

const keyOf = (name: string): string => api.credentials[name]?.key ?? ''
const emailOf = (name: string): string => api.credentials[name]?.email ?? ''

async function whoIs(headers: Record<string, string>, given: Record<string, string> = {}): Promise<string> {
  const url = `/api/v1/info/my?${new URLSearchParams(given)}`
  const answer = (await api.app.inject({ url, headers })).json<{ email?: string; errmsg?: string }>()
  return answer.email ?? answer.errmsg?.slice(0, 3) ?? ''
}

describe('a key as bearer token', () => {
  it('names its account alone, and with the right e-mail', async () => {
    expect(await whoIs({ authorization: `Bearer ${keyOf('user')}` })).toBe(emailOf('user'))
    expect(await whoIs({ authorization: `bearer  ${keyOf('other')}` })).toBe(emailOf('other'))
    const email = { 'x-periplus-email': emailOf('user') }
    expect(await whoIs({ authorization: `Bearer ${keyOf('user')}`, ...email })).toBe(emailOf('user'))
  })

  it('is refused where it is wrong, of a disabled account, or beside the e-mail of another', async () => {
    const right = { authorization: `Bearer ${keyOf('user')}` }
    for (const authorization of [
      'Bearer',
      `Bearer ${'0'.repeat(32)}`,
      `Bearer ${keyOf('gone')}`,
      keyOf('user'),
    ])
      expect(await whoIs({ authorization })).toBe('401')
    expect(await whoIs({ ...right, 'x-periplus-email': emailOf('other') })).toBe('401')
    expect(await whoIs(right, { email: emailOf('other') })).toBe('401')
  })

  it('gives way to the parameters, which still need both', async () => {
    const right = { authorization: `Bearer ${keyOf('user')}` }
    const { email = '', key = '' } = api.credentials['other'] ?? {}
    expect(await whoIs(right, { email, key })).toBe(email)
    expect(await whoIs(right, { key })).toBe('401')
    expect(await whoIs({}, { key: keyOf('user') })).toBe('401')
  })

  it('works with long bodies', async () => {
    const qbase64 = Buffer.from('port="443"').toString('base64')
    const answer = await api.app.inject({
      method: 'POST',
      url: '/api/v1/search/all',
      headers: {
        authorization: `Bearer ${keyOf('user')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: `qbase64=${qbase64}&filler=${'x'.repeat(200_000)}`,
    })
    expect(answer.json()).toMatchObject({ error: false })
  })
})

describe('a key with scopes', () => {
  const call = async (key: string, method: 'GET' | 'POST', url: string, payload?: object) =>
    (
      await api.app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${key}` },
        ...(payload && { payload }),
      })
    ).json<{
      errmsg?: string
      result?: { isError?: boolean; content: readonly { text: string }[] }
    }>()

  it('calls the tools of models that need its scopes, and no others', async () => {
    const { key } = await api.accounts.createKey(OPERATOR, emailOf('user'), {
      name: 'model',
      scopes: ['search'],
    })
    const use = (name: string, given: object) => {
      const params = { name, arguments: given }
      return call(key, 'POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    }
    expect((await use('count_search', { query: 'port="1"' })).result?.isError).toBeFalsy()
    expect((await use('describe_fields', {})).result?.isError).toBeFalsy()
    const refused = (await use('tag_addresses', { addresses: ['192.0.2.1'] })).result
    expect([refused?.isError, refused?.content[0]?.text]).toEqual([
      true,
      expect.stringContaining('[820001] the scope `tag` is needed, which the key `model` does not have'),
    ])
  })

  it('has a rate of its own beside that of the level', async () => {
    const { key } = await api.accounts.createKey(OPERATOR, emailOf('user'), { name: 'slow', rate: 1 })
    expect((await call(key, 'GET', '/api/v1/info/my')).errmsg).toBeUndefined()
    expect((await call(key, 'GET', '/api/v1/info/my')).errmsg).toContain('this key allows 1 calls per minute')
    expect((await call(keyOf('user'), 'GET', '/api/v1/info/my')).errmsg).toBeUndefined()
  })

  it('leaves the rate of its account to other keys when it is refused', async () => {
    const limited = await testApi({ accounts: { one: {} }, settings: { 'level.free.rate': '3' } })
    const { email = '', key: first = '' } = limited.credentials['one'] ?? {}
    const { key } = await limited.accounts.createKey(OPERATOR, email, { name: 'slow', rate: 1 })
    const ask = async (used: string) =>
      (
        await limited.app.inject({ url: '/api/v1/info/my', headers: { authorization: `Bearer ${used}` } })
      ).json<{ error: boolean }>().error
    const answers = []
    for (const used of [key, key, key, key, first]) answers.push(await ask(used))
    expect(answers).toEqual([false, true, true, true, false])
    await limited.close()
  })

  it('does not administer where the settings forbid it, not even the first key', async () => {
    const closed = await testApi({
      accounts: { boss: { role: 'administrator' } },
      settings: { 'account.keyAdministration': 'false' },
    })
    const headers = { authorization: `Bearer ${closed.credentials['boss']?.key}` }
    const ask = async (url: string) => (await closed.app.inject({ url, headers })).json()
    expect(await ask('/api/v1/admin/accounts')).toMatchObject({
      errmsg: expect.stringContaining('`account.keyAdministration`'),
    })
    expect(await ask('/api/v1/info/my')).toMatchObject({ error: false })
    await closed.close()
  })
})
