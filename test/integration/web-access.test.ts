// Who may call what of the page's own door: every route below /web/api × every kind of visitor. A new route without a row fails.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { OPERATOR } from '../../src/service/account/index.ts'
import { type TestApi, testApi } from '../support/api.ts'
import { asset } from '../support/asset.ts'

const PASSWORD = 'correct horse battery'
const CALLERS = ['nobody', 'wrong', 'unproven', 'disabled', 'other', 'user', 'administrator'] as const
type Caller = (typeof CALLERS)[number]
type Outcome = 'ok' | 'session' | 'csrf' | 'forbidden' | 'task' | 'file' | 'params'
type Outcomes = Readonly<Record<Caller, Outcome>>

const refused = { nobody: 'session', wrong: 'session', disabled: 'session' } as const
/** Answered whoever asks. */
const everybody = (outcome: Outcome): Outcomes =>
  Object.fromEntries(CALLERS.map((caller) => [caller, outcome])) as Outcomes
const signedIn: Outcomes = { ...refused, unproven: 'csrf', other: 'ok', user: 'ok', administrator: 'ok' }
const reading: Outcomes = { ...signedIn, unproven: 'ok' }
const ownerReading: Outcomes = { ...reading, other: 'task', administrator: 'task', unproven: 'ok' }
const administrators: Outcomes = { ...signedIn, other: 'forbidden', user: 'forbidden' }
const administratorsReading: Outcomes = { ...administrators, unproven: 'forbidden' }

interface Row {
  readonly outcomes: Outcomes
  readonly body?: object
  readonly query?: string
  readonly place?: () => Readonly<Record<string, string>>
  readonly file?: string
  readonly type?: string
}

const victim = { place: () => ({ account: 'victim@example.com' }) }
const made = { tags: '', import: '', export: '' }
const tagged = { place: () => ({ id: made.tags, line: '1' }) }
const imported = { place: () => ({ id: made.import }) }
const feed = { place: () => ({ name: 'mine' }) }
const list = { file: '192.0.2.1\n', type: 'application/octet-stream' }
const addressFile = {
  type: 'multipart/form-data; boundary=b',
  file: '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n192.0.2.1\r\n--b--\r\n',
}
const search = { query: 'title="login"', page: 1, size: 10, full: true }
// Reached, and refused for what was sent: whoever is refused for who he is does not get so far.
const reached: Outcomes = { ...signedIn, other: 'params', user: 'params', administrator: 'params' }

const ROWS: Readonly<Record<string, Row>> = {
  'GET /web/api/session': { outcomes: everybody('ok') },
  'POST /web/api/session': { outcomes: everybody('params'), body: {} },
  'DELETE /web/api/session': { outcomes: signedIn },
  'POST /web/api/password-link': { outcomes: everybody('params'), body: {} },
  'PUT /web/api/password-link': { outcomes: everybody('params'), body: {} },
  'POST /web/api/registration': { outcomes: everybody('params'), body: {} },
  'GET /web/api/rules': { outcomes: everybody('ok') },
  'GET /web/api/vocabulary': { outcomes: reading },
  'GET /web/api/sources': { outcomes: reading },
  'GET /web/api/account': { outcomes: reading },
  'POST /web/api/account/key/reveal': { outcomes: signedIn },
  'POST /web/api/account/key/rotate': { outcomes: signedIn },
  'PUT /web/api/account/dialect': { outcomes: signedIn, body: { dialect: 'live' } },
  'PUT /web/api/account/password': { outcomes: reached, body: {} },
  'PUT /web/api/account/rules': { outcomes: signedIn, body: { version: '1' } },
  'GET /web/api/account/ledger': { outcomes: reading },
  'GET /web/api/account/usage': { outcomes: reading },
  'GET /web/api/account/audit': { outcomes: reading },
  'POST /web/api/search': { outcomes: signedIn, body: search },
  'POST /web/api/facets': { outcomes: signedIn, body: { query: 'login', fields: ['country'] } },
  'POST /web/api/timeline': { outcomes: signedIn, body: { query: 'login' } },
  'POST /web/api/host': { outcomes: signedIn, body: { name: 'www.example.com' } },
  'POST /web/api/record': {
    outcomes: signedIn,
    body: { host: 'www.example.com:443', base_protocol: 'tcp', fields: ['body'] },
  },
  'POST /web/api/values': { outcomes: signedIn, body: { field: 'title', prefix: 'lo' } },
  'GET /web/api/searches': { outcomes: reading },
  'POST /web/api/searches': { outcomes: signedIn, body: { name: 'mine', query: 'port="1"' } },
  'DELETE /web/api/searches/:id': { outcomes: reached, place: () => ({ id: '0' }) },
  'GET /web/api/exports': { outcomes: reading },
  'POST /web/api/exports': { outcomes: signedIn, body: { query: 'port="1"', fields: 'host', format: 'csv' } },
  'GET /web/api/exports/:id': { outcomes: ownerReading, place: () => ({ id: made.export }) },
  'GET /web/api/tagging': { outcomes: reading },
  'POST /web/api/tagging': { outcomes: signedIn, ...addressFile },
  'GET /web/api/tagging/:id': { outcomes: ownerReading, ...tagged },
  'GET /web/api/tagging/:id/rows': { outcomes: ownerReading, ...tagged },
  'GET /web/api/tagging/:id/entries/:line': { outcomes: ownerReading, ...tagged },
  'POST /web/api/tagging/look-up': { outcomes: signedIn, body: { ip: '192.0.2.1' } },
  'GET /web/api/imports': { outcomes: administratorsReading },
  'POST /web/api/imports': {
    outcomes: administrators,
    ...list,
    file: '{"host":"https://new.example.com"}\n',
  },
  'GET /web/api/imports/:id': { outcomes: administratorsReading, ...imported },
  'GET /web/api/imports/:id/rejects': { outcomes: administratorsReading, ...imported },
  'GET /web/api/imports/:id/rejects.ndjson': { outcomes: administratorsReading, ...imported },
  'POST /web/api/imports/:id/cancel': {
    outcomes: { ...administrators, administrator: 'params' },
    ...imported,
  },
  'GET /web/api/admin/accounts': { outcomes: administratorsReading },
  'POST /web/api/admin/accounts': { outcomes: administrators, body: { account: 'new@example.com' } },
  'GET /web/api/admin/accounts/:account': { outcomes: administratorsReading, ...victim },
  'POST /web/api/admin/accounts/:account': {
    outcomes: administrators,
    body: { level: 'enterprise', disabled: true },
    ...victim,
  },
  'POST /web/api/admin/accounts/:account/key': { outcomes: administrators, ...victim },
  'POST /web/api/admin/accounts/:account/password_link': { outcomes: administrators, ...victim },
  'POST /web/api/admin/accounts/:account/coins': {
    outcomes: administrators,
    body: { action: 'grant', amount: 7 },
    ...victim,
  },
  'GET /web/api/admin/accounts/:account/ledger': { outcomes: administratorsReading, ...victim },
  'GET /web/api/admin/audit': { outcomes: administratorsReading },
  'GET /web/api/admin/usage': { outcomes: administratorsReading },
  'GET /web/api/admin/networks': { outcomes: administratorsReading },
  'GET /web/api/admin/invitations': { outcomes: administratorsReading },
  'POST /web/api/admin/invitations': { outcomes: administrators },
  'POST /web/api/admin/invitations/:invitation/withdraw': {
    outcomes: administrators,
    place: () => ({ invitation: '1' }),
  },
  'GET /web/api/admin/settings': { outcomes: administratorsReading },
  'GET /web/api/admin/health': { outcomes: administratorsReading },
  'GET /web/api/admin/feeds': { outcomes: administratorsReading },
  'POST /web/api/admin/feeds/:name': { outcomes: administrators, ...list, ...feed },
  'GET /web/api/admin/feeds/:name': { outcomes: administratorsReading, ...feed },
  'POST /web/api/admin/feeds/:name/update': { outcomes: administrators, ...list, ...feed },
  'POST /web/api/admin/feeds/:name/pin': { outcomes: administrators, ...feed },
  'DELETE /web/api/admin/feeds/:name': { outcomes: administrators, ...feed },
}

interface Login {
  readonly cookies: Readonly<Record<string, string>>
  readonly csrf: string
}

let api: TestApi
const logins = new Map<Caller, Login>()

beforeAll(async () => {
  const record = asset({ title: 'login', lastupdatetime: Date.now() / 1000 })
  const member = { level: 'member', password: PASSWORD } as const
  api = await testApi({
    records: [record],
    accounts: {
      administrator: { ...member, role: 'administrator' },
      disabled: { ...member, role: 'administrator' },
      other: member,
      user: member,
      victim: { coins: 3 },
    },
  })
  for (const caller of ['disabled', 'other', 'user', 'administrator'] as const) await signIn(caller)
  await api.accounts.changeAccount(OPERATOR, 'disabled@example.com', { disabled: true })
  const { file, type } = addressFile
  made.tags = await ended('user', '/web/api/tagging', 'task', file, type)
  const line = (host: string) => `{"host":"${host}","ip":"192.0.2.9","port":80,"protocol":"http"}\n`
  const records = `${line('a.example.com')}${line('b.example.com')}{"host": "c"\n`
  made.import = await ended('administrator', '/web/api/imports', 'import', records, list.type)
  await send('POST', '/web/api/admin/invitations', 'administrator', {})
  const asked = { query: 'port="1"', fields: 'host', format: 'csv' }
  made.export = String((await send('POST', '/web/api/exports', 'user', { body: asked })).json()['id'])
})
afterAll(() => api.close())

async function signIn(caller: Caller): Promise<void> {
  const payload = { email: `${caller}@example.com`, password: PASSWORD }
  const answer = await api.app.inject({ method: 'POST', url: '/web/api/session', payload })
  const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
  logins.set(caller, { cookies, csrf: String(answer.json()['csrf']) })
}

async function ended(
  caller: Caller,
  path: string,
  member: 'task' | 'import',
  file: string,
  type: string,
): Promise<string> {
  const begun = (await send('POST', path, caller, { file, type })).json()
  const id = String(begun[member].id)
  await vi.waitFor(
    async () => {
      const { [member]: job } = (await send('GET', `${path}/${id}`, caller, {})).json()
      expect(job).toMatchObject({ state: 'success' })
    },
    { timeout: 20_000, interval: 20 },
  )
  return id
}

function loginOf(caller: Caller): Login {
  if (caller === 'wrong') return { cookies: { periplus_session: 'x'.repeat(43) }, csrf: 'y' }
  if (caller === 'unproven') return { cookies: logins.get('user')?.cookies ?? {}, csrf: 'wrong' }
  return logins.get(caller) ?? { cookies: {}, csrf: '' }
}

function send(method: string, url: string, caller: Caller, { body, file, type }: Omit<Row, 'outcomes'>) {
  const { cookies, csrf } = loginOf(caller)
  const payload = file ?? body
  return api.app.inject({
    method: method as 'GET',
    url,
    cookies,
    headers: { 'x-csrf-token': csrf, ...(type !== undefined && { 'content-type': type }) },
    ...(payload !== undefined && { payload }),
  })
}

function outcomeOf({ statusCode, body, headers }: Awaited<ReturnType<typeof send>>): string {
  if (!String(headers['content-type']).startsWith('application/json')) return 'ok'
  const { errmsg } = JSON.parse(body) as { errmsg?: string }
  if (errmsg === undefined) return statusCode === 200 ? 'ok' : String(statusCode)
  if (errmsg === 'Task does not exist!') return 'task'
  if (errmsg === 'File does not exist!') return 'file'
  if (errmsg.includes('sign in again')) return 'session'
  if (errmsg.includes('token of this session')) return 'csrf'
  if (errmsg.startsWith('403 Forbidden: only administrators')) return 'forbidden'
  return errmsg.startsWith('[-4] Params Error') ? 'params' : errmsg
}

/** Everything that a call that is refused must leave as it is. */
async function everything(): Promise<unknown> {
  const [all, trail, invitations, coins] = await Promise.all([
    api.accounts.listAccounts(),
    api.accounts.readTrail('operator', { limit: 1000 }),
    api.accounts.listInvitations(),
    api.accounts.readLedger('victim@example.com'),
  ])
  return { all, trail, invitations, coins, key: await api.accounts.revealKey('victim@example.com') }
}

it('every route of the page has its row, and every row its route', () => {
  const routes = api.app.answeredRoutes.filter((route) => route.includes(' /web/api/'))
  expect(routes).toEqual(Object.keys(ROWS).sort())
})

describe.each(Object.entries(ROWS))('%s', (route, { outcomes, place, query = '', ...row }) => {
  it.each(CALLERS)('asked by %s', async (caller) => {
    const [method = '', pattern = ''] = route.split(' ')
    const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => place?.()[name] ?? '')
    const before = await everything()
    expect(outcomeOf(await send(method, `${path}${query}`, caller, row))).toBe(outcomes[caller])
    if (outcomes[caller] !== 'ok') expect(await everything()).toEqual(before)
    // Signing out and changes of one's own password end the session that the next rows need.
    if (route.startsWith('DELETE /web/api/session') && outcomes[caller] === 'ok') await signIn(caller)
  })
})
