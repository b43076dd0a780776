import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApi, testApi } from '../../../test/support/api.ts'
import { asset } from '../../../test/support/asset.ts'

const PASSWORD = 'correct horse battery'
type Method = 'GET' | 'POST' | 'DELETE'

describe('saved searches and exports of the page', () => {
  let api: TestApi
  beforeAll(async () => {
    const records = ['a', 'b', 'c'].map((name) => asset({ reached: `${name}.example.com`, title: '=cmd()' }))
    api = await testApi({
      records,
      accounts: { ann: { password: PASSWORD }, ben: { password: PASSWORD } },
      settings: { 'level.free.price': '0' },
    })
  })
  afterAll(() => api.close())

  const sessionUser = async (name: string) => {
    const payload = { email: `${name}@example.com`, password: PASSWORD }
    const entry = await api.app.inject({ method: 'POST', url: '/web/api/session', payload })
    const cookies = Object.fromEntries(entry.cookies.map((cookie) => [cookie.name, cookie.value]))
    const headers = { 'x-csrf-token': String(entry.json()['csrf']) }
    return async (method: Method, path: string, body?: object) => {
      const call = { method, url: `/web/api/${path}`, cookies, headers, ...(body && { payload: body }) }
      const answer = await api.app.inject(call)
      return { status: answer.statusCode, body: answer.json() }
    }
  }

  it('saves a search under a name, replaces it under the same one, and removes it', async () => {
    const ann = await sessionUser('ann')
    const saved = await ann('POST', 'searches', { name: ' Logins ', query: 'title="login"', full: true })
    expect(saved.body.search).toMatchObject({ name: 'Logins', query: 'title="login"', full: true })
    const again = await ann('POST', 'searches', { name: 'Logins', query: 'port="22"' })
    expect(again.body.search).toMatchObject({ id: saved.body.search.id, query: 'port="22"', full: false })
    expect((await ann('GET', 'searches')).body.searches).toHaveLength(1)
    expect((await ann('DELETE', `searches/${saved.body.search.id}`)).status).toBe(200)
    expect((await ann('GET', 'searches')).body.searches).toEqual([])
  })

  it('never shows the searches and exports of others', async () => {
    const [ann, ben] = [await sessionUser('ann'), await sessionUser('ben')]
    const { body } = await ann('POST', 'searches', { name: 'mine', query: 'port="1"' })
    const submitted = await ann('POST', 'exports', { query: 'port="1"', fields: 'host', format: 'csv' })
    expect((await ben('GET', 'searches')).body.searches).toEqual([])
    expect(await ben('DELETE', `searches/${body.search.id}`)).toMatchObject({
      status: 404,
      body: { errmsg: '[-4] Params Error: this saved search does not exist' },
    })
    expect((await ben('GET', `exports/${submitted.body.id}`)).status).toBe(404)
    expect((await ben('GET', 'exports')).body.exports).toEqual([])
    expect((await ann('GET', 'searches')).body.searches).toHaveLength(1)
  })

  it.each([
    [{ name: '  ', query: 'a' }, 'the name of a saved search is empty'],
    [{ name: 'x'.repeat(81), query: 'a' }, 'the name has 81 characters, at most 80 are allowed'],
    [{ name: 'a\u0000b', query: 'a' }, 'the name contains control characters'],
    [{ name: 'a', query: 'titel="x"' }, 'unknown field `titel`'],
    [{ name: 'a' }, '`query` must be a text'],
    [{ name: 'a', query: 'a', full: 'yes' }, 'full `yes` must be true or false'],
  ])('refuses to save %j', async (body, text) => {
    const answer = await (await sessionUser('ann'))('POST', 'searches', body)
    expect([answer.status, answer.body.errmsg]).toEqual([400, expect.stringContaining(text)])
  })

  it.each(['0', '-1', 'x', '1e3', '9007199254740993', '%00'])('knows no search number %s', async (id) => {
    expect((await (await sessionUser('ann'))('DELETE', `searches/${id}`)).status).toBe(404)
  })

  it('writes an export and returns its address on this server, with no cell that starts a formula', async () => {
    const ann = await sessionUser('ann')
    const asked = { query: 'title="cmd"', fields: 'host,title', format: 'csv', full: true, bom: true }
    const submitted = await ann('POST', 'exports', asked)
    expect(submitted.body).toMatchObject({ error: false, total: 3, cost: 0 })
    await expect
      .poll(async () => (await ann('GET', `exports/${submitted.body.id}`)).body.state)
      .toBe('success')
    const { body } = await ann('GET', `exports/${submitted.body.id}`)
    expect(body.download_url).toMatch(/^\/file_downloads\/export\?filename=/)
    const file = await api.app.inject({ url: body.download_url })
    expect(file.body.startsWith('\ufeffhost,title\r\n')).toBe(true)
    expect(file.body).toContain("'=cmd()")
  })

  it.each([
    [{ fields: 'titel' }, 'fields names an unknown field `titel`'],
    [{ format: 'xml' }, 'format `xml` must be one of'],
    [{ query: 'titel="a"' }, 'unknown field `titel`'],
    [{ bom: 2 }, 'bom `2` must be true or false'],
  ])('refuses an export with %j', async (change, text) => {
    const asked = { query: 'port="1"', fields: 'host', format: 'csv', ...change }
    const answer = await (await sessionUser('ann'))('POST', 'exports', asked)
    expect([answer.status, answer.body.errmsg]).toEqual([400, expect.stringContaining(text)])
  })
})
