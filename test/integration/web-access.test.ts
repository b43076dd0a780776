// Who may call what of the page's own calls, by the table of operations: every route × every kind of caller, with the outcome and
// the shape of the answer. A new operation needs a sample here: the body, query or place with which it succeeds.
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { answersOf } from '../../src/door/index.ts'
import { ErrorBody } from '../../src/operation/index.ts'
import { OPERATOR, USAGE_RULES } from '../../src/service/account/index.ts'
import { outcomeFor, routesOf, type SampleEnd } from '../support/access.ts'
import { type TestApi, testApi } from '../support/api.ts'
import { asset } from '../support/asset.ts'

const CALLERS = ['nobody', 'forged', 'disabled', 'other', 'user', 'administrator'] as const
type Caller = (typeof CALLERS)[number]
interface Row extends SampleEnd {
  /** The members of the JSON body. */
  readonly body?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, string>>
  /** Values for the parameters of the path. */
  readonly place?: () => Readonly<Record<string, string>>
  /** A body that is not valid JSON. */
  readonly file?: string
  readonly type?: string
}

const NO_OPENID = '[-4] Params Error: this server has no OpenID provider; set openid.issuer'
const PASSWORD = 'correct horse battery'
const made = {
  tags: '',
  export: '',
  import: '',
  run: '',
  undo: '',
  search: '',
  invitation: '1',
  derivation: '',
  feed: 'kept',
}
const NO_IMPORT = '[-4] Params Error: unknown import `zz`; `periplus imports` lists them'
const victim = { place: () => ({ account: 'victim@example.com' }) }
const search = { query: 'title="login"', full: true }
const feed = { place: () => ({ name: made.feed }), file: '192.0.2.1\n', query: { tags: 'list:mine' } }
const list = {
  type: 'multipart/form-data; boundary=b',
  file: '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n192.0.2.1\r\n--b--\r\n',
}
const scan = '{"host":"a.example.com","ip":"192.0.2.9","port":80,"protocol":"http"}\n{"host": "c"\n'

const NO_KEY = '[-4] Params Error: the account has no key with number 999'

const ROWS: Readonly<Record<string, Row>> = {
  'GET /web/api/session': {},
  'POST /web/api/session': {
    ends: 'login',
    body: { email: 'victim@example.com', password: 'a wrong password' },
  },
  'POST /web/api/session/passkey/options': {},
  'POST /web/api/session/passkey': {
    body: { credential: '{}' },
    ends: '[-4] Params Error: the answer of the authenticator is not the JSON form of a credential',
  },
  'POST /web/api/session/openid/start': { ends: NO_OPENID },
  'POST /web/api/session/openid': { body: { query: '', ticket: '' }, ends: NO_OPENID },
  'POST /web/api/session/open': { ends: 'link', body: { token: 'x'.repeat(43) } },
  'DELETE /web/api/session': {},
  'POST /web/api/password-link': { ends: 'link', body: { token: 'x'.repeat(43) } },
  'PUT /web/api/password-link': {
    ends: 'link',
    body: { token: 'x'.repeat(43), password: PASSWORD },
  },
  'POST /web/api/registration': {
    ends: 'closed',
    body: { email: 'new@example.com', password: PASSWORD, rules: USAGE_RULES.version },
  },
  'GET /web/api/rules': {},
  'GET /web/api/vocabulary': {},
  'GET /web/api/sources': {},
  'GET /web/api/account': {},
  'GET /web/api/account/audit': {},
  'GET /web/api/account/ledger': {},
  'GET /web/api/account/usage': {},
  'GET /web/api/account/second-factor': {},
  'POST /web/api/account/second-factor': { body: { password: PASSWORD } },
  'PUT /web/api/account/second-factor': {
    body: { code: 'abc' },
    ends: '[-4] Params Error: the code is wrong; check the clock of the device',
  },
  'POST /web/api/account/second-factor/off': { body: { password: PASSWORD } },
  'GET /web/api/account/keys': {},
  'POST /web/api/account/keys': { body: { password: PASSWORD, name: 'mine' } },
  'POST /web/api/account/keys/reveal': { body: { password: PASSWORD } },
  'POST /web/api/account/keys/:id/rotate': { body: { password: PASSWORD }, place: () => ({ id: '0' }) },
  'DELETE /web/api/account/keys/:id': { ends: NO_KEY, place: () => ({ id: '999' }) },
  'GET /web/api/account/sessions': {},
  'DELETE /web/api/account/sessions/:id': { place: () => ({ id: '0123456789abcdef' }) },
  'GET /web/api/account/passkeys': {},
  'POST /web/api/account/passkeys': { body: { password: PASSWORD } },
  'PUT /web/api/account/passkeys': {
    body: { name: 'phone', credential: '{}' },
    ends: '[-4] Params Error: the answer of the authenticator is not the JSON form of a credential',
  },
  'DELETE /web/api/account/passkeys/:id': { place: () => ({ id: '1' }) },
  'PUT /web/api/account/dialect': { body: { dialect: 'live' } },
  'PUT /web/api/account/password': {
    body: { current: PASSWORD, password: PASSWORD },
  },
  'PUT /web/api/account/rules': { body: { version: USAGE_RULES.version } },
  'POST /web/api/search': { body: { ...search, page: 1, size: 10 } },
  'POST /web/api/facets': { body: { ...search, fields: ['country'] } },
  'POST /web/api/cross': { body: { ...search, rows: 'country', columns: 'port' } },
  'POST /web/api/explain': { body: search },
  'POST /web/api/timeline': { body: search },
  'POST /web/api/host': { body: { name: 'www.example.com' } },
  'POST /web/api/host/tags': { body: { ip: '192.0.2.1' } },
  'POST /web/api/report': { body: search },
  'POST /web/api/look-alikes': { body: { ...search, hashes: '1' } },
  'POST /web/api/record': {
    body: { host: 'www.example.com:443', base_protocol: 'tcp', fields: ['title'] },
  },
  'GET /web/api/icon/:hash': {
    ends: 'absent',
    place: () => ({ hash: '1' }),
  },
  'GET /web/api/screenshot/:sha256': {
    ends: 'absent',
    place: () => ({ sha256: '0'.repeat(64) }),
  },
  'POST /web/api/values': { body: { field: 'country', prefix: '' } },
  'GET /web/api/searches': {},
  'POST /web/api/searches': { body: { name: 'mine', ...search } },
  'GET /web/api/searches/shared': {},
  'POST /web/api/searches/:id/sharing': {
    owned: 'params',
    body: { shared: true },
    place: () => ({ id: made.search }),
  },
  'POST /web/api/searches/sharing': { body: { folder: 'Team', shared: true }, ends: 'params' },
  'DELETE /web/api/searches/:id': {
    owned: 'params',
    place: () => ({ id: made.search }),
  },
  'GET /web/api/lists': {},
  'POST /web/api/lists/:name': { place: () => ({ name: 'mine' }), file: '192.0.2.1\n' },
  'GET /web/api/lists/:name': { place: () => ({ name: 'mine' }) },
  'DELETE /web/api/lists/:name': { place: () => ({ name: 'mine' }) },
  'GET /web/api/exports': {},
  'POST /web/api/exports': {
    body: { ...search, fields: 'host', format: 'csv', bom: false },
  },
  'GET /web/api/exports/:id': { owned: 'task', place: () => ({ id: made.export }) },
  'GET /web/api/tagging': {},
  'POST /web/api/tagging': { ...list },
  'GET /web/api/tagging/:id': { owned: 'task', place: () => ({ id: made.tags }) },
  'GET /web/api/tagging/:id/rows': { owned: 'task', place: () => ({ id: made.tags }) },
  'GET /web/api/tagging/:id/entries/:line': {
    owned: 'task',
    place: () => ({ id: made.tags, line: '1' }),
  },
  'POST /web/api/tagging/look-up': { body: { ip: '192.0.2.1' } },
  'GET /web/api/imports': {},
  'POST /web/api/imports': { file: scan, query: { name: 'a.ndjson' } },
  'GET /web/api/imports/:id': { place: () => ({ id: made.import }) },
  'POST /web/api/imports/:id/cancel': {
    ends: 'ended',
    place: () => ({ id: made.import }),
  },
  'GET /web/api/imports/:id/rejects': { place: () => ({ id: made.import }) },
  'GET /web/api/imports/:id/rejects.ndjson': {
    place: () => ({ id: made.import }),
  },
  'GET /web/api/admin/accounts': {},
  'POST /web/api/admin/accounts': { body: { account: 'new@example.com' } },
  'GET /web/api/admin/accounts/:account': { ...victim },
  'POST /web/api/admin/accounts/:account': {
    body: { level: 'enterprise', role: 'administrator' },
    ...victim,
  },
  'POST /web/api/admin/accounts/:account/key': { ...victim },
  'GET /web/api/admin/accounts/:account/keys': { ...victim },
  'DELETE /web/api/admin/accounts/:account/keys/:id': {
    ends: NO_KEY,
    place: () => ({ account: 'victim@example.com', id: '999' }),
  },
  'POST /web/api/admin/accounts/:account/password_link': { ...victim },
  'POST /web/api/admin/accounts/:account/coins': {
    body: { action: 'grant', amount: 7 },
    ...victim,
  },
  'GET /web/api/admin/accounts/:account/ledger': { ...victim },
  'GET /web/api/admin/audit': {},
  'GET /web/api/admin/usage': {},
  'GET /web/api/admin/networks': {},
  'GET /web/api/admin/settings': {},
  'GET /web/api/admin/health': {},
  'GET /web/api/admin/invitations': {},
  'POST /web/api/admin/invitations': {},
  'POST /web/api/admin/invitations/:invitation/withdraw': {
    place: () => ({ invitation: made.invitation }),
  },
  'GET /web/api/admin/imports': {},
  // Undoing succeeds in test/integration/import-api.test.ts; here nothing may go on behind the following calls.
  'POST /web/api/admin/imports/:id/undo': { ends: NO_IMPORT, place: () => ({ id: 'zz' }) },
  'GET /web/api/admin/imports/:id': { place: () => ({ id: made.run }) },
  'GET /web/api/admin/undos/:id': { place: () => ({ id: made.undo }) },
  'POST /web/api/admin/undos/:id/stop': {
    ends: '[-4] Params Error: the undo has ended already',
    place: () => ({ id: made.undo }),
  },
  'GET /web/api/admin/derivations': {},
  'POST /web/api/admin/derivations': {},
  'POST /web/api/admin/derivations/:derivation/cancel': {
    place: () => ({ derivation: made.derivation }),
  },
  'GET /web/api/admin/exclusions': {},
  'POST /web/api/admin/exclusions': { body: { rules: 'excluded.example' } },
  'DELETE /web/api/admin/exclusions/:id': {
    place: () => ({ id: '999' }),
    ends: '[-4] Params Error: no exclusion has the number `999`',
  },
  'POST /web/api/vulnerabilities': { body: { host: 'www.example.com' } },
  'POST /web/api/admin/rules/try': { file: '{"product":"Falcon","when":"body=\\"falcon-app\\""}\n' },
  'POST /web/api/pivots': { body: { host: 'www.example.com' } },
  'POST /web/api/icon': { file: 'icon' },
  'POST /web/api/provenance': { body: { host: 'www.example.com' } },
  'GET /web/api/admin/demonstration': {},
  'DELETE /web/api/admin/demonstration': {},
  'GET /web/api/admin/retention': {},
  'POST /web/api/admin/retention': {},
  'GET /web/api/admin/feeds': {},
  'POST /web/api/admin/feeds/:name': { ...feed },
  'GET /web/api/admin/feeds/:name': { place: () => ({ name: 'kept' }) },
  'POST /web/api/admin/feeds/:name/update': { ...feed },
  'POST /web/api/admin/feeds/:name/pin': { place: feed.place },
  'DELETE /web/api/admin/feeds/:name': { place: feed.place },
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
  made.derivation = await idOf('POST /web/api/admin/derivations', 'administrator', 'derivation')
  await send('POST /web/api/admin/feeds/:name', 'administrator')
  made.feed = 'mine'
  const started = await idOf('POST /web/api/imports', 'administrator')
  made.import = await ended('/web/api/imports', 'administrator', started)
  await undone()
})
afterAll(() => api.close())

/** Undoes the import, and waits for the end. */
async function undone(): Promise<void> {
  const listed = (await send('GET /web/api/admin/imports', 'administrator')).json() as {
    readonly imports: readonly { readonly id: string }[]
  }
  made.run = listed.imports[0]?.id ?? ''
  const { cookies, csrf } = await loginOf('administrator')
  const started = await api.app.inject({
    method: 'POST',
    url: `/web/api/admin/imports/${made.run}/undo`,
    cookies: { ...cookies },
    headers: { 'x-csrf-token': csrf },
    payload: {},
  })
  const { id } = started.json() as { readonly id: number }
  made.undo = await ended('/web/api/admin/undos', 'administrator', String(id))
}

async function signIn(name: string): Promise<Login> {
  const payload = { email: `${name}@example.com`, password: PASSWORD }
  const answer = await api.app.inject({ method: 'POST', url: '/web/api/session', payload })
  expect(answer.statusCode).toBe(200)
  const cookies = Object.fromEntries(answer.cookies.map(({ name: cookie, value }) => [cookie, value]))
  return { cookies, csrf: String(answer.json()['csrf']) }
}

const logins = new Map<Caller, Promise<Login>>()

/** The session of a caller, which lasts until it ends itself. */
function loginOf(caller: Caller): Promise<Login> {
  const known = logins.get(caller) ?? newLogin(caller)
  logins.set(caller, known)
  return known
}

async function newLogin(caller: Caller): Promise<Login> {
  if (caller === 'nobody') return { cookies: {}, csrf: '' }
  if (caller === 'forged') return { cookies: { periplus_session: 'x'.repeat(43) }, csrf: 'x'.repeat(43) }
  return caller === 'disabled' ? gone : signIn(caller)
}

async function send(route: string, caller: Caller, more: Partial<Login> = {}) {
  const { body, query, place, file, type = 'application/octet-stream' } = ROWS[route] ?? {}
  const [method = '', pattern = ''] = route.split(' ')
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => place?.()[name] ?? '')
  const { cookies, csrf } = { ...(await loginOf(caller)), ...more }
  const headers = { 'x-csrf-token': csrf, ...(file !== undefined && { 'content-type': type }) }
  return api.app.inject({
    method: method as 'GET',
    url: query === undefined ? path : `${path}?${new URLSearchParams(query)}`,
    cookies: { ...cookies },
    headers,
    ...(method !== 'GET' && { payload: file ?? body ?? {} }),
  })
}

async function idOf(route: string, caller: Caller, within?: string): Promise<string> {
  const answer = (await send(route, caller)).json() as Record<string, unknown>
  const made = (within === undefined ? answer : answer[within]) as { readonly id: number }
  expect(made?.id, JSON.stringify(answer)).toBeGreaterThan(0)
  return String(made.id)
}

/** Waits until a job has ended, and gives its number back. */
async function ended(path: string, caller: Caller, id: string): Promise<string> {
  const { cookies } = await loginOf(caller)
  await eventually(async () => {
    const answer = await api.app.inject({ url: `${path}/${id}`, cookies: { ...cookies } })
    expect(answer.body).toContain('"success"')
  })
  return id
}

const ENDS_SESSIONS = new Set(['DELETE /web/api/session', 'PUT /web/api/account/password'])

const TEXTS: readonly (readonly [string, string])[] = [
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

/** Everything that a call that is refused must leave as it is; that somebody signed in is not part of it. */
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

const ROUTES = routesOf('page')

it('every operation of the page is a route with a sample, and there are no others', () => {
  const found = api.app.answeredRoutes.filter((route) => route.includes(' /web/api/'))
  expect(found.toSorted()).toEqual([...ROUTES.keys()].toSorted())
  expect(Object.keys(ROWS).toSorted()).toEqual([...ROUTES.keys()].toSorted())
})

const kindOf = (caller: Caller) =>
  caller === 'nobody' || caller === 'forged' || caller === 'disabled' ? 'stranger' : caller

describe.each([...ROUTES])('%s', (route, operation) => {
  const { access } = operation
  const described =
    operation.download !== undefined && operation.sends === undefined
      ? undefined
      : Compile(Type.Union([...answersOf(operation), ErrorBody]))
  const wanted = (caller: Caller): string => outcomeFor(access, kindOf(caller), 'session', ROWS[route] ?? {})

  it.each(CALLERS)('asked by %s', async (caller) => {
    if (route === 'POST /web/api/tagging' && caller !== 'nobody') await idle(caller)
    const before = await everything()
    const answer = await send(route, caller)
    expect(outcomeOf(answer)).toBe(wanted(caller))
    if (described !== undefined) expect([...described.Errors(answer.json())]).toEqual([])
    if (ENDS_SESSIONS.has(route)) logins.clear()
    if (wanted(caller) !== 'ok') expect(await everything()).toEqual(before)
  })

  it.skipIf(route.startsWith('GET') || access === 'public')(
    'is refused without the token of the session, also with that of another',
    async () => {
      const [own, another] =
        access === 'account' ? (['user', 'other'] as const) : (['administrator', 'user'] as const)
      const { csrf } = await loginOf(another)
      const before = await everything()
      for (const token of ['', csrf]) {
        const answer = await send(route, own, { csrf: token })
        expect([answer.statusCode, answer.json()]).toEqual([
          403,
          { error: true, errmsg: expect.stringContaining('token of this session') },
        ])
      }
      expect(await everything()).toEqual(before)
    },
  )
})

/** Waits until no list of the caller is being tagged. */
async function idle(caller: Caller): Promise<void> {
  const { cookies } = await loginOf(caller)
  await eventually(async () => {
    const answer = await api.app.inject({ url: '/web/api/tagging', cookies: { ...cookies } })
    expect(answer.body).not.toMatch(/"state":"(init|running)"/)
  })
}
