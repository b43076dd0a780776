// Who may call what, by the table of operations: every route × every kind of caller, with the outcome. A new operation needs a
// sample here: the parameters, place or file with which it succeeds.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import type { Access, NeededScope } from '../../src/operation/index.ts'
import { OPERATOR, SCOPES } from '../../src/service/account/index.ts'
import { type Kind, outcomeFor, routesOf, type SampleEnd } from '../support/access.ts'
import { type TestApi, testApi } from '../support/api.ts'
import { asset } from '../support/asset.ts'

/** `only` and `except` are keys of the administrator with the scope of the route and no other, and with all but that. */
const CALLERS = ['nobody', 'wrong', 'disabled', 'other', 'user', 'administrator', 'only', 'except'] as const
type Caller = (typeof CALLERS)[number]
interface Row extends SampleEnd {
  readonly with?: Readonly<Record<string, string>>
  /** Parameters known only when the server runs. */
  readonly query?: () => Readonly<Record<string, string>>
  /** Values for the parameters of the path. */
  readonly pathValues?: () => Readonly<Record<string, string>>
  readonly file?: string
  /** Media type of the file. */
  readonly type?: string
}

const query = { qbase64: Buffer.from('title="login"').toString('base64') }
const victim = { pathValues: () => ({ account: 'victim@example.com' }) }
const nothing = { filename: '1-00000000000000000000000000000000.csv' }
const made = { tags: '', export: '', import: '', run: '', undo: '', invitation: '1', derivation: '' }
const NO_SEARCH = '[-4] Params Error: this saved search does not exist'
const NO_IMPORT = '[-4] Params Error: unknown import `zz`; `periplus imports` lists them'

const feed = { pathValues: () => ({ name: 'mine' }), file: '192.0.2.1\n' }
const addressFile = {
  type: 'multipart/form-data; boundary=b',
  file: '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n192.0.2.1\r\n--b--\r\n',
}

const PAGE = `${JSON.stringify({ url: 'https://new.example.com', port: '443', title: 'new', webserver: 'nginx', status_code: 200 })}\n`

const ROWS: Readonly<Record<string, Row>> = {
  'GET /api/v1/search/all': { with: query },
  'POST /api/v1/search/all': { with: query },
  'GET /api/v1/search/next': { with: query },
  'POST /api/v1/search/next': { with: query },
  'GET /api/v1/search/stats': { with: query },
  'POST /api/v1/search/stats': { with: query },
  'GET /api/v1/search/explain': { with: query },
  'POST /api/v1/search/explain': { with: query },
  'GET /api/v1/vulnerabilities': { with: { host: 'www.example.com' } },
  'POST /api/v1/admin/rules/try': { file: '{"product":"Falcon","when":"body=\\"falcon-app\\""}\n' },
  'GET /api/v1/pivots': { with: { host: 'www.example.com' } },
  'POST /api/v1/icon': { file: 'icon' },
  'GET /api/v1/screenshot/:sha256': {
    pathValues: () => ({ sha256: '0'.repeat(64) }),
    ends: '404 Not Found: no screenshot of this name is kept',
  },
  'GET /api/v1/provenance': { with: { host: 'www.example.com' } },
  'GET /api/v1/host/:host': { pathValues: () => ({ host: 'www.example.com' }) },
  'POST /api/v1/host/:host': { pathValues: () => ({ host: 'www.example.com' }) },
  'POST /api/v1/translate': { with: query },
  'POST /api/v1/lists/:name': { ...feed },
  'GET /api/v1/lists/:name': { pathValues: feed.pathValues },
  'DELETE /api/v1/lists/:name': { pathValues: feed.pathValues },
  'POST /api/v1/searches': { with: { ...query, name: 'Team/mine' } },
  'POST /api/v1/searches/:id/sharing': {
    with: { shared: 'true' },
    pathValues: () => ({ id: '999' }),
    ends: NO_SEARCH,
  },
  'POST /api/v1/searches/sharing': {
    with: { folder: 'None', shared: 'true' },
    ends: '[-4] Params Error: this saved search folder does not exist',
  },
  'DELETE /api/v1/searches/:id': { pathValues: () => ({ id: '999' }), ends: NO_SEARCH },
  'POST /api/v1/ip_tags': { ...addressFile },
  'GET /api/v1/ip_tags/info': { owned: 'task', query: () => ({ task_id: made.tags }) },
  'GET /api/v1/ip_tags/lookup': { with: { ip: '192.0.2.1' } },
  'GET /file_downloads/ip_tags': { ends: 'file', with: nothing },
  'POST /api/v1/export': { with: query },
  'GET /api/v1/export/:id': { owned: 'task', pathValues: () => ({ id: made.export }) },
  'GET /file_downloads/export': { ends: 'file', with: nothing },
  'HEAD /file_downloads/export': { ends: 'file', with: nothing },
  'POST /api/v1/import': { file: '{"host":"https://new.example.com"}\n' },
  'POST /v1/assets': { file: PAGE },
  'PATCH /v1/assets/:id/contents': {
    file: PAGE,
    pathValues: () => ({ id: 'a'.repeat(20) }),
  },
  'POST /v1/scans/import': { file: PAGE },
  'PATCH /v1/scans/:id/import': {
    file: PAGE,
    pathValues: () => ({ id: 'b'.repeat(20) }),
  },
  'GET /api/v1/import/:id': { pathValues: () => ({ id: made.import }) },
  'GET /api/v1/import/:id/rejects': { pathValues: () => ({ id: made.import }) },
  'POST /api/v1/admin/accounts': { with: { account: 'new@example.com' } },
  'GET /api/v1/admin/accounts/:account': { ...victim },
  'POST /api/v1/admin/accounts/:account': {
    with: { level: 'enterprise', disabled: 'true' },
    ...victim,
  },
  'POST /api/v1/admin/accounts/:account/key': { ...victim },
  'GET /api/v1/admin/accounts/:account/keys': { ...victim },
  'DELETE /api/v1/admin/accounts/:account/keys/:id': {
    pathValues: () => ({ account: 'victim@example.com', id: '999' }),
    ends: '[-4] Params Error: the account has no key with number 999',
  },
  'DELETE /api/v1/keys/:id': {
    pathValues: () => ({ id: '999' }),
    ends: '[-4] Params Error: the account has no key with number 999',
  },
  'POST /api/v1/admin/accounts/:account/password_link': { ...victim },
  'POST /api/v1/admin/accounts/:account/coins': {
    with: { action: 'grant', amount: '7' },
    ...victim,
  },
  'GET /api/v1/admin/accounts/:account/ledger': { ...victim },
  'POST /api/v1/admin/invitations/:invitation/withdraw': {
    pathValues: () => ({ invitation: made.invitation }),
  },
  // Undoing succeeds in test/integration/import-api.test.ts; here nothing may go on behind the following calls.
  'POST /api/v1/admin/imports/:id/undo': { ends: NO_IMPORT, pathValues: () => ({ id: 'zz' }) },
  'GET /api/v1/admin/imports/:id': { pathValues: () => ({ id: made.run }) },
  'GET /api/v1/admin/undos/:id': { pathValues: () => ({ id: made.undo }) },
  'POST /api/v1/admin/undos/:id/stop': {
    ends: '[-4] Params Error: the undo has ended already',
    pathValues: () => ({ id: made.undo }),
  },
  'POST /api/v1/admin/derivations/:derivation/cancel': {
    pathValues: () => ({ derivation: made.derivation }),
  },
  'POST /api/v1/admin/exclusions': { with: { rules: 'excluded.example' } },
  'DELETE /api/v1/admin/exclusions/:id': {
    pathValues: () => ({ id: '999' }),
    ends: '[-4] Params Error: no exclusion has the number `999`',
  },
  'POST /api/v1/admin/feeds/:name': { ...feed },
  'GET /api/v1/admin/feeds/:name': { pathValues: () => ({ name: 'kept' }) },
  'POST /api/v1/admin/feeds/:name/update': { ...feed },
  'POST /api/v1/admin/feeds/:name/pin': { ...feed },
  'DELETE /api/v1/admin/feeds/:name': { pathValues: feed.pathValues },
  'POST /mcp': { file: '{"jsonrpc":"2.0","id":1,"method":"ping"}', type: 'application/json' },
}

/** What the server answers beside the table. */
const BESIDE: Readonly<Record<string, Access>> = {
  'POST /mcp': 'account',
  'GET /healthz': 'public',
  'HEAD /healthz': 'public',
  'GET /readyz': 'public',
  'HEAD /readyz': 'public',
  'GET /metrics': 'public',
  'GET /openapi.json': 'public',
}

const NEEDED = new Map<string, NeededScope>(
  [...routesOf('http')].map(([route, { scope }]) => [route, scope] as const),
)
const GRANTING = new Set(
  [...routesOf('http')].filter(([, { grants }]) => grants === 'credentials').map(([route]) => route),
)
const scoped: Record<string, { readonly email: string; readonly key: string }> = {}

async function createScoped(): Promise<void> {
  const email = 'administrator@example.com'
  for (const scope of SCOPES) {
    const create = async (name: string, scopes: (typeof SCOPES)[number][]) => {
      const { key } = await api.accounts.createKey(OPERATOR, email, { name, scopes })
      scoped[name] = { email, key }
    }
    await create(`only ${scope}`, [scope])
    await create(
      `except ${scope}`,
      SCOPES.filter((one) => one !== scope),
    )
  }
}

const ROUTES = new Map<string, Access>([
  ...[...routesOf('http')].map(([route, { access }]) => [route, access] as const),
  ...Object.entries(BESIDE),
])

let api: TestApi
beforeAll(async () => {
  const record = asset({ title: 'login', lastupdatetime: Date.now() / 1000 })
  api = await testApi({
    records: [record],
    accounts: {
      administrator: { level: 'member', role: 'administrator' },
      disabled: { level: 'member', role: 'administrator', disabled: true },
      other: { level: 'member' },
      user: { level: 'member' },
      victim: { coins: 3 },
    },
  })
  await createScoped()
  made.tags = await tagged()
  made.export = await idOf('POST', '/api/v1/export', 'user', query)
  const line = (host: string) => `{"host":"${host}","ip":"192.0.2.9","port":80,"protocol":"http"}\n`
  const file = `${line('a.example.com')}${line('b.example.com')}{"host": "c"\n`
  made.import = await idOf('POST', '/api/v1/import', 'administrator', {}, file)
  await undone()
  await invite()
  const started = await send('POST', '/api/v1/admin/derivations', 'administrator', {})
  made.derivation = String((started.json() as { derivation: { id: number } }).derivation.id)
  await send('POST', '/api/v1/admin/feeds/kept', 'administrator', {}, feed.file)
})
afterAll(() => api.close())

async function tagged(): Promise<string> {
  const { file, type } = addressFile
  const submitted = await send('POST', '/api/v1/ip_tags', 'user', {}, file, type)
  const { task_id } = submitted.json() as { task_id: number }
  await eventually(async () => {
    const info = await send('GET', '/api/v1/ip_tags/info', 'user', { task_id: String(task_id) })
    expect(info.json()).toMatchObject({ state: 'success' })
  })
  return String(task_id)
}

/** Undoes the import, and waits for the end. */
async function undone(): Promise<void> {
  const listed = await send('GET', '/api/v1/admin/imports', 'administrator', {})
  made.run = (listed.json() as { imports: { id: string }[] }).imports[0]?.id ?? ''
  const submitted = await send('POST', `/api/v1/admin/imports/${made.run}/undo`, 'administrator', {})
  made.undo = String((submitted.json() as { id: number }).id)
  await eventually(async () => {
    const state = await send('GET', `/api/v1/admin/undos/${made.undo}`, 'administrator', {})
    expect(state.json()).toMatchObject({ state: 'success' })
  })
}

async function invite(): Promise<void> {
  await send('POST', '/api/v1/admin/invitations', 'administrator', {})
}

async function idOf(
  method: 'POST',
  path: string,
  caller: Caller,
  parameters: Readonly<Record<string, string>>,
  file?: string,
): Promise<string> {
  const submitted = (await send(method, path, caller, parameters, file)).json() as { id: number }
  for (let tries = 0; tries < 1000; tries++) {
    const job = (await send('GET', `${path}/${submitted.id}`, caller, {})).json() as { state: string }
    if (job.state === 'success') return String(submitted.id)
    expect(job.state).not.toBe('failure')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the task did not end')
}

function credentialsOf(caller: Caller, scope: NeededScope = 'any'): Readonly<Record<string, string>> {
  if (caller === 'nobody') return {}
  if (caller === 'only' || caller === 'except')
    return { ...scoped[`${caller} ${scope === 'any' ? 'tag' : scope}`] }
  const known = api.credentials[caller === 'wrong' ? 'administrator' : caller]
  return caller === 'wrong' ? { ...known, key: 'f'.repeat(32) } : { ...known }
}

function send(
  method: string,
  path: string,
  caller: Caller,
  parameters: Readonly<Record<string, string>>,
  file?: string,
  octets = 'application/octet-stream',
  scope: NeededScope = 'any',
) {
  const sent = String(new URLSearchParams({ ...credentialsOf(caller, scope), ...parameters }))
  const inBody = method === 'POST' && file === undefined
  const type = file === undefined ? 'application/x-www-form-urlencoded' : octets
  return api.app.inject({
    method: method as 'GET',
    url: inBody || sent === '' ? path : `${path}?${sent}`,
    ...((method === 'POST' || method === 'PATCH') && {
      headers: { 'content-type': type },
      payload: file ?? sent,
    }),
  })
}

function outcomeOf({ statusCode, body, headers }: Awaited<ReturnType<typeof send>>): string {
  if (body === '') return statusCode === 404 ? 'file' : 'ok'
  if (!String(headers['content-type']).includes('json')) return 'ok'
  const { errmsg } = JSON.parse(body) as { errmsg?: string }
  if (errmsg === undefined) return 'ok'
  if (errmsg === 'Task does not exist!') return 'task'
  if (errmsg === 'File does not exist!') return 'file'
  if (errmsg.startsWith('401 Unauthorized, make sure')) return 'unauthorized'
  if (errmsg.startsWith('[820001] the scope')) return 'scope'
  if (errmsg.startsWith('403 Forbidden: the key')) return 'bounded'
  return errmsg.startsWith('403 Forbidden: only administrators') ? 'forbidden' : errmsg
}

/** Everything that a call that is refused must leave as it is. */
async function everything(): Promise<unknown> {
  const [all, trail, invitations, coins] = await Promise.all([
    api.accounts.listAccounts(),
    api.accounts.readTrail('operator', { limit: 1000 }),
    api.accounts.listInvitations(),
    api.accounts.readLedger('victim@example.com'),
  ])
  // That a key was wrong is noted, whatever it was for.
  const events = trail.filter(({ action }) => action !== 'key.fail')
  return { all, trail: events, invitations, coins, key: await api.accounts.revealKey('victim@example.com') }
}

/** Whether a route is the page's: its own calls, which know sessions and no keys, its files, and its documents. */
async function isOfThePage(route: string): Promise<boolean> {
  const [method = '', path = ''] = route.split(' ')
  if (path.startsWith('/web/api/') || path.startsWith('/assets/')) return true
  if (path.startsWith('/api/') || path.includes(':') || !['GET', 'HEAD'].includes(method)) return false
  return String((await send(method, path, 'nobody', {})).headers['content-type']).startsWith('text/html')
}

it('every operation is a route, and there are no others', async () => {
  const found: string[] = []
  for (const route of api.app.answeredRoutes)
    if (ROUTES.has(route) || !(await isOfThePage(route))) found.push(route)
  expect(found).toEqual([...ROUTES.keys()].toSorted())
})

function kindOf(caller: Caller): Kind {
  if (caller === 'only' || caller === 'except') return 'administrator'
  return caller === 'nobody' || caller === 'wrong' || caller === 'disabled' ? 'stranger' : caller
}

describe.each([...ROUTES])('%s', (route, access) => {
  const sample = ROWS[route] ?? {}
  const { with: parameters = {}, query, pathValues, file, type } = sample
  it.each(CALLERS)('asked by %s', async (caller) => {
    const [method = '', pattern = ''] = route.split(' ')
    const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => pathValues?.()[name] ?? '')
    const before = await everything()
    const scope = NEEDED.get(route) ?? 'any'
    const refused = caller === 'except' && access !== 'public' && scope !== 'any'
    const wanted = refused ? 'scope' : outcomeFor(access, kindOf(caller), 'unauthorized', sample)
    const given = { ...parameters, ...query?.() }
    const answer = await send(method, path, caller, given, file, type, scope)
    // The administrator has done it before: what is there or gone already is refused, but never for want of a scope.
    if (caller === 'only' && GRANTING.has(route)) {
      expect(outcomeOf(answer)).toBe('bounded')
      expect(await everything()).toEqual(before)
      return
    }
    if (caller === 'only') {
      expect(['scope', 'unauthorized', 'forbidden']).not.toContain(outcomeOf(answer))
      return
    }
    expect(outcomeOf(answer)).toBe(wanted)
    if (wanted !== 'ok') expect(await everything()).toEqual(before)
  })
})

it('the page’s own calls take no key', async () => {
  for (const route of api.app.answeredRoutes.filter((one) => one.includes(' /web/api/'))) {
    const [method = '', path = ''] = route.split(' ')
    const [nobody, known] = [
      await send(method, path, 'nobody', {}),
      await send(method, path, 'administrator', {}),
    ]
    expect([route, known.statusCode, known.body]).toEqual([route, nobody.statusCode, nobody.body])
  }
})

it('operations whose answers hold a key or a link declare that they grant credentials', () => {
  const answers = [...routesOf('http')].filter(
    ([route, { output = {} }]) => route.includes('/admin/') && ('key' in output || 'url' in output),
  )
  expect(answers.map(([route]) => route).toSorted()).toEqual([...GRANTING].toSorted())
})

it('a bounded key changes no role', async () => {
  const path = '/api/v1/admin/accounts/victim@example.com'
  expect(
    outcomeOf(await send('POST', path, 'only', { role: 'administrator' }, undefined, undefined, 'admin')),
  ).toBe('bounded')
  expect(await api.accounts.showAccount('victim@example.com')).toMatchObject({ role: 'user' })
})
