// Responses of the page's calls for tagging, imports and administration; test/integration/web-access.test.ts checks who may call
// them.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inShortOrLong } from '../../../test/support/long.ts'
import { type TestApi, testApi } from '../../../test/support/api.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { OPERATIONS } from '../../operation/index.ts'

const PASSWORD = 'correct horse battery'
/** Records of an import that is cancelled while it runs. */
const LARGE = 20_000
const EVIL = '<script>\u202e\u2028x'
const OCTETS = 'application/octet-stream'

interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}
type Call = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  payload?: object | string,
  type?: string,
) => Promise<Answer>

let api: TestApi
let call: Call
beforeAll(async () => {
  const root = { password: PASSWORD, role: 'administrator' } as const
  api = await testApi({ accounts: { root, ann: { coins: 3 } } })
  call = await sessionUser('root')
})
afterAll(() => api.close())

async function sessionUser(name: string): Promise<Call> {
  const login = { email: `${name}@example.com`, password: PASSWORD }
  const entry = await api.app.inject({ method: 'POST', url: '/web/api/session', payload: login })
  const cookies = Object.fromEntries(entry.cookies.map((cookie) => [cookie.name, cookie.value]))
  const csrf = String(entry.json()['csrf'])
  return async (method, path, payload, type) => {
    const headers = { 'x-csrf-token': csrf, ...(type !== undefined && { 'content-type': type }) }
    const sent = payload === undefined ? {} : { payload }
    const answer = await api.app.inject({ method, url: `/web/api/${path}`, cookies, headers, ...sent })
    return { status: answer.statusCode, body: answer.json() }
  }
}

/** The task at an address once it has ended. */
async function ended(path: string, member: 'task' | 'import'): Promise<unknown> {
  return eventually(async () => {
    const { body } = await call('GET', path)
    const task = member === 'task' ? body[member] : body
    expect(task).toMatchObject({ state: expect.stringMatching(/success|failure/) })
    return task
  })
}

function idOf({ body }: Answer, member: 'task' | 'import'): number {
  return ((member === 'task' ? body[member] : body) as { readonly id: number }).id
}

describe('tagging on the page', () => {
  const LINES = ['# ours', '10.0.0.1', EVIL, '10.0.0.1', '192.168.1.1']
  const form = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${LINES.join('\n')}\r\n--b--\r\n`
  let path = ''

  it('accepts a list and reports its progress', async () => {
    const answer = await call('POST', 'tagging', form, 'multipart/form-data; boundary=b')
    expect(answer.body['task']).toMatchObject({ lines: 4 })
    path = `tagging/${idOf(answer, 'task')}`
    expect(await ended(path, 'task')).toMatchObject({ state: 'success', lines: 4, done: 4, progress: 100 })
    const { body } = await call('GET', 'tagging')
    expect(body).toMatchObject({ limits: { lines: 10_000, used_today: 4 }, tasks: [{ lines: 4 }] })
  })

  it('returns a short row for every line, and a whole row on request', async () => {
    const { body } = await call('GET', `${path}/rows`)
    expect(body['head']).toMatchObject({ stats: { lines: 4, duplicate: 1, invalid: 1 } })
    expect(body['rows']).toMatchObject([
      { line: 2, status: 'ok', ip: '10.0.0.1', tags: ['reserved:private'], conflicts: 0 },
      { line: 3, status: 'invalid', input: EVIL, reason: expect.any(String) },
      { line: 4, status: 'duplicate', same_as: 2 },
      { line: 5, status: 'ok', ip: '192.168.1.1' },
    ])
    const entry = await call('GET', `${path}/entries/5`)
    expect(entry.body['entry']).toMatchObject({ line: 5, evidence: [{ match: '192.168.0.0/16' }] })
  })

  it.each(['1', '6', '0', 'x', '2,"'])('says that line %s is not in the result', async (line) => {
    const { status, body } = await call('GET', `${path}/entries/${encodeURIComponent(line)}`)
    expect([status, body['errmsg']]).toEqual([400, '[-4] Params Error: the result has no such line'])
  })

  it('looks up one address, with the sources of its evidence', async () => {
    const { body } = await call('POST', 'tagging/look-up', { ip: ' 10.1.2.3 ' })
    expect(body).toMatchObject({ entry: { ip: '10.1.2.3' }, sources: { iana: { state: 'fresh' } } })
  })
})

describe('imports on the page', () => {
  const record = (index: number) =>
    `${JSON.stringify({ host: `h${index}.example.com`, ip: '192.0.2.1', port: 80, title: `t${index}` })}\n`
  const send = (text: string, name: string) => call('POST', `imports?name=${name}`, text, OCTETS)

  it('shows rejects page by page until there are no more', async () => {
    const bad = Array.from({ length: 250 }, (_, index) => `bad ${index} ${EVIL}\n`).join('')
    const id = idOf(await send(record(1) + bad, 'bad.ndjson'), 'import')
    expect(await ended(`imports/${id}`, 'import')).toMatchObject({ state: 'success', rejects: 250 })
    const lines: number[] = []
    for (let from: unknown = 0; from !== null; ) {
      const { body } = await call('GET', `imports/${id}/rejects?from=${from}`)
      for (const { line } of body['rejects'] as { line: number }[]) lines.push(line)
      from = body['next']
    }
    expect(lines).toEqual(Array.from({ length: 250 }, (_, index) => index + 2))
    const anywhere = await call('GET', `imports/${id}/rejects?from=17`)
    expect(anywhere.body['rejects']).toMatchObject([{ line: 3 }, { line: 4 }, ...new Array(98).fill({})])
    expect((await call('GET', `imports/${id}/rejects?from=999999999`)).body).toMatchObject({
      rejects: [],
      next: null,
    })
  })

  it('cancels an import on request, and continues it when the file is sent again', async () => {
    const large = Array.from({ length: LARGE }, (_, index) => record(index)).join('')
    const id = idOf(await send(large, 'large.ndjson'), 'import')
    const cancelled = await call('POST', `imports/${id}/cancel`)
    expect(cancelled.body).toMatchObject({
      state: 'failure',
      reason: expect.stringMatching(/^cancelled/),
    })
    expect((await call('POST', `imports/${id}/cancel`)).body['errmsg']).toContain('has ended already')
    const again = idOf(await send(large, 'large.ndjson'), 'import')
    expect(await ended(`imports/${again}`, 'import')).toMatchObject({ state: 'success', rejects: 0 })
    expect(await ended(`imports/${id}`, 'import')).toMatchObject({ state: 'failure' })
    expect((await api.store.info()).records).toBe(LARGE)
  })
})

describe('the account and the sources', () => {
  it('returns calls by day, without those that the page makes on its own', async () => {
    const { body } = await call('GET', 'account/usage')
    const routes = (body['entries'] as { route: string }[]).map(({ route }) => route)
    expect(routes).toContain('/web/api/tagging/look-up')
    expect(routes).not.toContain('/web/api/tagging/:id')
  })

  it('returns the audit trail of the user page by page', async () => {
    const first = await call('GET', 'account/audit?size=1')
    const second = await call('GET', `account/audit?size=1&before=${first.body['next']}`)
    const [one, two] = [first, second].map(({ body }) => (body['entries'] as { id: number }[])[0]?.id ?? 0)
    expect(two).toBeLessThan(one ?? 0)
  })

  it('returns the rules to everybody, and the sources with the attributions of their licences', async () => {
    const rules = await api.app.inject({ url: '/web/api/rules' })
    expect(rules.json()).toMatchObject({ error: false, version: '1', rules: expect.any(Array) })
    const { body } = await call('GET', 'sources')
    const credits = (body['sources'] as { attribution: string }[]).map(({ attribution }) => attribution)
    expect(credits).toContain('IP Geolocation by DB-IP (https://db-ip.com)')
  })
})

describe('anything sent to the administration', () => {
  const names = [
    'account',
    'level',
    'level_until',
    'role',
    'coins',
    'action',
    'amount',
    'note',
    'disabled',
    '__proto__',
  ]
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }).map((text) => text.toWellFormed()),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.integer(), { maxLength: 2 }),
    fc.constantFrom('ann@example.com', 'member', '2', '-1', '1e9', 'none', '9999-99-99'),
  )
  const body = fc.oneof(fc.dictionary(fc.constantFrom(...names), value), fc.array(value, { maxLength: 2 }))
  const changing = OPERATIONS.flatMap(({ page = '' }) => /^POST (admin\/(?!feeds).*)/.exec(page)?.[1] ?? [])

  it('gets a result or a refusal, never a server error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...changing), body, async (path, sent) => {
        const place = path.replace(':account', '2').replace(':invitation', '7')
        const answer = await call('POST', place, JSON.stringify(sent), 'application/json')
        expect(answer.status).not.toBe(500)
        expect(Object.hasOwn(answer.body, 'errmsg')).toBe(answer.body['error'])
      }),
      { numRuns: inShortOrLong(50, 300) },
    )
  })
})
