// Who may call what of the page's own calls: every route below /web/api × every kind of visitor, with the outcome. A new route
// without a row fails.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { OPERATOR, USAGE_RULES } from '../../src/service/account/index.ts'
import { type TestApi, testApi } from '../support/api.ts'
import { asset } from '../support/asset.ts'

const VISITORS = ['nobody', 'forged', 'disabled', 'other', 'user', 'administrator'] as const
type Visitor = (typeof VISITORS)[number]
type Outcome =
  | 'ok'
  | 'session'
  | 'forbidden'
  | 'task'
  | 'params'
  | 'link'
  | 'login'
  | 'closed'
  | 'ended'
  | 'absent'
type Outcomes = Readonly<Record<Visitor, Outcome>>

/** Answered whoever asks; a session changes nothing. */
const everybody = (outcome: Outcome): Outcomes => ({
  nobody: outcome,
  forged: outcome,
  disabled: outcome,
  other: outcome,
  user: outcome,
  administrator: outcome,
})
const refused = { nobody: 'session', forged: 'session', disabled: 'session' } as const
const accounts: Outcomes = { ...refused, other: 'ok', user: 'ok', administrator: 'ok' }
const administrators: Outcomes = { ...refused, other: 'forbidden', user: 'forbidden', administrator: 'ok' }
/** What belongs to the account `user`: for others, administrators included, it does not exist. */
const ownerOnly: Outcomes = { ...refused, other: 'task', user: 'ok', administrator: 'task' }

interface Row {
  readonly outcomes: Outcomes
  /** The members of the JSON body. */
  readonly body?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, string>>
  /** What stands for the parameters of the path. */
  readonly place?: () => Readonly<Record<string, string>>
  /** A body that is no JSON. */
  readonly file?: string
  readonly type?: string
}

const PASSWORD = 'correct horse battery'
const made = { tags: '', export: '', import: '', search: '', invitation: '1' }
const victim = { place: () => ({ account: 'victim@example.com' }) }
const search = { query: 'title="login"', full: true }
const feed = { place: () => ({ name: 'mine' }), file: '192.0.2.1\n', query: { tags: 'list:mine' } }
const list = {
  type: 'multipart/form-data; boundary=b',
  file: '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n192.0.2.1\r\n--b--\r\n',
}
const scan = '{"host":"a.example.com","ip":"192.0.2.9","port":80,"protocol":"http"}\n{"host": "c"\n'

const ROWS: Readonly<Record<string, Row>> = {
  'GET /web/api/session': { outcomes: everybody('ok') },
  'POST /web/api/session': {
    outcomes: everybody('login'),
    body: { email: 'victim@example.com', password: 'a wrong password' },
  },
  'DELETE /web/api/session': { outcomes: accounts },
  'POST /web/api/password-link': { outcomes: everybody('link'), body: { token: 'x'.repeat(43) } },
  'PUT /web/api/password-link': {
    outcomes: everybody('link'),
    body: { token: 'x'.repeat(43), password: PASSWORD },
  },
  'POST /web/api/registration': {
    outcomes: everybody('closed'),
    body: { email: 'new@example.com', password: PASSWORD, rules: USAGE_RULES.version },
  },
  'GET /web/api/rules': { outcomes: everybody('ok') },
  'GET /web/api/vocabulary': { outcomes: accounts },
  'GET /web/api/sources': { outcomes: accounts },
  'GET /web/api/account': { outcomes: accounts },
  'GET /web/api/account/audit': { outcomes: accounts },
  'GET /web/api/account/ledger': { outcomes: accounts },
  'GET /web/api/account/usage': { outcomes: accounts },
  'POST /web/api/account/key/reveal': { outcomes: accounts },
  'POST /web/api/account/key/rotate': { outcomes: accounts },
  'PUT /web/api/account/dialect': { outcomes: accounts, body: { dialect: 'live' } },
  'PUT /web/api/account/password': {
    outcomes: accounts,
    body: { current: PASSWORD, password: PASSWORD },
  },
  'PUT /web/api/account/rules': { outcomes: accounts, body: { version: USAGE_RULES.version } },
  'POST /web/api/search': { outcomes: accounts, body: { ...search, page: 1, size: 10 } },
  'POST /web/api/facets': { outcomes: accounts, body: { ...search, fields: ['country'] } },
  'POST /web/api/timeline': { outcomes: accounts, body: search },
  'POST /web/api/host': { outcomes: accounts, body: { name: 'www.example.com' } },
  'POST /web/api/record': {
    outcomes: accounts,
    body: { host: 'www.example.com:443', base_protocol: 'tcp', fields: ['title'] },
  },
  'GET /web/api/icon/:hash': {
    outcomes: { ...refused, other: 'absent', user: 'absent', administrator: 'absent' },
    place: () => ({ hash: '1' }),
  },
  'POST /web/api/values': { outcomes: accounts, body: { field: 'country', prefix: '' } },
  'GET /web/api/searches': { outcomes: accounts },
  'POST /web/api/searches': { outcomes: accounts, body: { name: 'mine', ...search } },
  'DELETE /web/api/searches/:id': {
    outcomes: { ...refused, other: 'params', user: 'ok', administrator: 'params' },
    place: () => ({ id: made.search }),
  },
  'GET /web/api/exports': { outcomes: accounts },
  'POST /web/api/exports': {
    outcomes: accounts,
    body: { ...search, fields: 'host', format: 'csv', bom: false },
  },
  'GET /web/api/exports/:id': { outcomes: ownerOnly, place: () => ({ id: made.export }) },
  'GET /web/api/tagging': { outcomes: accounts },
  'POST /web/api/tagging': { outcomes: accounts, ...list },
  'GET /web/api/tagging/:id': { outcomes: ownerOnly, place: () => ({ id: made.tags }) },
  'GET /web/api/tagging/:id/rows': { outcomes: ownerOnly, place: () => ({ id: made.tags }) },
  'GET /web/api/tagging/:id/entries/:line': {
    outcomes: ownerOnly,
    place: () => ({ id: made.tags, line: '1' }),
  },
  'POST /web/api/tagging/look-up': { outcomes: accounts, body: { ip: '192.0.2.1' } },
  'GET /web/api/imports': { outcomes: administrators },
  'POST /web/api/imports': { outcomes: administrators, file: scan, query: { name: 'a.ndjson' } },
  'GET /web/api/imports/:id': { outcomes: administrators, place: () => ({ id: made.import }) },
  'POST /web/api/imports/:id/cancel': {
    outcomes: { ...administrators, administrator: 'ended' },
    place: () => ({ id: made.import }),
  },
  'GET /web/api/imports/:id/rejects': { outcomes: administrators, place: () => ({ id: made.import }) },
  'GET /web/api/imports/:id/rejects.ndjson': {
    outcomes: administrators,
    place: () => ({ id: made.import }),
  },
  'GET /web/api/admin/accounts': { outcomes: administrators },
  'POST /web/api/admin/accounts': { outcomes: administrators, body: { account: 'new@example.com' } },
  'GET /web/api/admin/accounts/:account': { outcomes: administrators, ...victim },
  'POST /web/api/admin/accounts/:account': {
    outcomes: administrators,
    body: { level: 'enterprise', role: 'administrator' },
    ...victim,
  },
  'POST /web/api/admin/accounts/:account/key': { outcomes: administrators, ...victim },
  'POST /web/api/admin/accounts/:account/password_link': { outcomes: administrators, ...victim },
  'POST /web/api/admin/accounts/:account/coins': {
    outcomes: administrators,
    body: { action: 'grant', amount: 7 },
    ...victim,
  },
  'GET /web/api/admin/accounts/:account/ledger': { outcomes: administrators, ...victim },
  'GET /web/api/admin/audit': { outcomes: administrators },
  'GET /web/api/admin/usage': { outcomes: administrators },
  'GET /web/api/admin/networks': { outcomes: administrators },
  'GET /web/api/admin/settings': { outcomes: administrators },
  'GET /web/api/admin/health': { outcomes: administrators },
  'GET /web/api/admin/invitations': { outcomes: administrators },
  'POST /web/api/admin/invitations': { outcomes: administrators },
  'POST /web/api/admin/invitations/:invitation/withdraw': {
    outcomes: administrators,
    place: () => ({ invitation: made.invitation }),
  },
  'GET /web/api/admin/feeds': { outcomes: administrators },
  'POST /web/api/admin/feeds/:name': { outcomes: administrators, ...feed },
  'GET /web/api/admin/feeds/:name': { outcomes: administrators, place: feed.place },
  'POST /web/api/admin/feeds/:name/update': { outcomes: administrators, ...feed },
  'POST /web/api/admin/feeds/:name/pin': { outcomes: administrators, place: feed.place },
  'DELETE /web/api/admin/feeds/:name': { outcomes: administrators, place: feed.place },
}

interface Login {
  readonly cookies: Readonly<Record<string, string>>
  readonly csrf: string
}

let api: TestApi
let gone: Login = { cookies: {}, csrf: '' }
beforeAll(async () => {
  const account = { level: 'member', password: PASSWORD } as const
  const record = asset({ title: 'login', country: 'CN', lastupdatetime: Date.now() / 1000 })
  api = await testApi({
    records: [record],
    accounts: {
      administrator: { ...account, role: 'administrator' },
      disabled: { ...account, role: 'administrator' },
      other: account,
      user: account,
      victim: { coins: 3, password: PASSWORD },
    },
    settings: { 'tag.dailyLimit': '10000' },
  })
  gone = await signIn('disabled')
  await api.accounts.changeAccount(OPERATOR, 'disabled@example.com', { disabled: true })
  made.tags = await ended('/web/api/tagging', 'user', await idOf('POST /web/api/tagging', 'user', 'task'))
  made.export = await idOf('POST /web/api/exports', 'user')
  made.search = await idOf('POST /web/api/searches', 'user', 'search')
  await send('POST /web/api/admin/invitations', 'administrator')
  const begun = await idOf('POST /web/api/imports', 'administrator')
  made.import = await ended('/web/api/imports', 'administrator', begun)
})
afterAll(() => api.close())

async function signIn(name: string): Promise<Login> {
  const payload = { email: `${name}@example.com`, password: PASSWORD }
  const answer = await api.app.inject({ method: 'POST', url: '/web/api/session', payload })
  expect(answer.statusCode).toBe(200)
  const cookies = Object.fromEntries(answer.cookies.map(({ name: cookie, value }) => [cookie, value]))
  return { cookies, csrf: String(answer.json()['csrf']) }
}

const logins = new Map<Visitor, Promise<Login>>()

/** The session of a visitor, which lasts until it ends itself. */
function loginOf(visitor: Visitor): Promise<Login> {
  const known = logins.get(visitor) ?? newLogin(visitor)
  logins.set(visitor, known)
  return known
}

async function newLogin(visitor: Visitor): Promise<Login> {
  if (visitor === 'nobody') return { cookies: {}, csrf: '' }
  if (visitor === 'forged') return { cookies: { periplus_session: 'x'.repeat(43) }, csrf: 'x'.repeat(43) }
  return visitor === 'disabled' ? gone : signIn(visitor)
}

async function send(route: string, visitor: Visitor, more: Partial<Login> = {}) {
  const {
    body,
    query,
    place,
    file,
    type = 'application/octet-stream',
  } = ROWS[route] ?? { outcomes: accounts }
  const [method = '', pattern = ''] = route.split(' ')
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => place?.()[name] ?? '')
  const { cookies, csrf } = { ...(await loginOf(visitor)), ...more }
  const headers = { 'x-csrf-token': csrf, ...(file !== undefined && { 'content-type': type }) }
  return api.app.inject({
    method: method as 'GET',
    url: query === undefined ? path : `${path}?${new URLSearchParams(query)}`,
    cookies: { ...cookies },
    headers,
    ...(method !== 'GET' && { payload: file ?? body ?? {} }),
  })
}

async function idOf(route: string, visitor: Visitor, within?: string): Promise<string> {
  const answer = (await send(route, visitor)).json() as Record<string, unknown>
  const made = (within === undefined ? answer : answer[within]) as { readonly id: number }
  expect(made?.id, JSON.stringify(answer)).toBeGreaterThan(0)
  return String(made.id)
}

/** Waits until a job has ended, and gives its number back. */
async function ended(path: string, visitor: Visitor, id: string): Promise<string> {
  const { cookies } = await loginOf(visitor)
  await vi.waitFor(
    async () => {
      const answer = await api.app.inject({ url: `${path}/${id}`, cookies: { ...cookies } })
      expect(answer.body).toContain('"success"')
    },
    { timeout: 20_000, interval: 20 },
  )
  return id
}

const ENDS_SESSIONS = new Set(['DELETE /web/api/session', 'PUT /web/api/account/password'])

const TEXTS: readonly (readonly [Outcome, string])[] = [
  ['session', '401 Unauthorized: nobody is signed in'],
  ['login', '401 Unauthorized, the e-mail or the password'],
  ['forbidden', '403 Forbidden: only administrators'],
  ['task', 'Task does not exist!'],
  ['closed', '403 Forbidden: registration is closed'],
  ['absent', '404 Not Found'],
]

function outcomeOf({ body, headers }: Awaited<ReturnType<typeof send>>): string {
  if (body === '' || !String(headers['content-type']).startsWith('application/json')) return 'ok'
  const { errmsg } = JSON.parse(body) as { errmsg?: string }
  if (errmsg === undefined) return 'ok'
  if (/link/.test(errmsg)) return 'link'
  if (/import \d+ has ended/.test(errmsg)) return 'ended'
  const [outcome] = TEXTS.find(([, text]) => errmsg.startsWith(text)) ?? []
  return outcome ?? (/this saved search/.test(errmsg) ? 'params' : errmsg)
}

/** Everything that a call that is refused must leave as it is; that somebody signed in is no part of it. */
async function everything(): Promise<unknown> {
  const [all, trail, invitations, coins, feeds] = await Promise.all([
    api.accounts.listAccounts(),
    api.accounts.readTrail('operator', { limit: 1000 }),
    api.accounts.listInvitations(),
    api.accounts.readLedger('victim@example.com'),
    api.feeds.list(),
  ])
  const user = await api.accounts.showAccount('user@example.com')
  return {
    all,
    invitations,
    coins,
    feeds,
    trail: trail.filter(({ action }) => !action.startsWith('login')),
    searches: await api.accounts.listSavedSearches(user),
    key: await api.accounts.revealKey('victim@example.com'),
  }
}

it('every route has its row, and every row its route', () => {
  const found = api.app.answeredRoutes.filter((route) => route.includes(' /web/api/'))
  const missing = found.filter((route) => !(route in ROWS))
  const gone = Object.keys(ROWS).filter((route) => !found.includes(route))
  const advice =
    'give each new route a row in ROWS of this file: who may call it (accounts, administrators, ownerOnly or everybody(…)), and the body, query or place with which it succeeds'
  expect({ missing, gone }, advice).toEqual({ missing: [], gone: [] })
})

describe.each(Object.entries(ROWS))('%s', (route, { outcomes }) => {
  it.each(VISITORS)('asked by %s', async (visitor) => {
    if (route === 'POST /web/api/tagging' && visitor !== 'nobody') await idle(visitor)
    const before = await everything()
    expect(outcomeOf(await send(route, visitor))).toBe(outcomes[visitor])
    if (ENDS_SESSIONS.has(route)) logins.clear()
    if (outcomes[visitor] !== 'ok') expect(await everything()).toEqual(before)
  })

  it.skipIf(route.startsWith('GET') || outcomes.nobody !== 'session')(
    'is refused without the token of the session, also with that of another',
    async () => {
      const { csrf } = await loginOf(outcomes.user === 'ok' ? 'other' : 'user')
      const before = await everything()
      for (const token of ['', csrf]) {
        const answer = await send(route, outcomes.user === 'ok' ? 'user' : 'administrator', { csrf: token })
        expect([answer.statusCode, answer.json()]).toEqual([
          403,
          { error: true, errmsg: expect.stringContaining('token of this session') },
        ])
      }
      expect(await everything()).toEqual(before)
    },
  )
})

/** Waits until no list of the visitor is being tagged. */
async function idle(visitor: Visitor): Promise<void> {
  const { cookies } = await loginOf(visitor)
  await vi.waitFor(
    async () => {
      const answer = await api.app.inject({ url: '/web/api/tagging', cookies: { ...cookies } })
      expect(answer.body).not.toMatch(/"state":"(init|running)"/)
    },
    { timeout: 20_000, interval: 20 },
  )
}
