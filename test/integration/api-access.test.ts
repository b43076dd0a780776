// Who may call what, by the table of operations: every route × every kind of caller, with the outcome. The calls are those of
// `test/support/operation-samples.ts`.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { type Access, type NeededScope, OPERATIONS } from '../../src/operation/index.ts'
import { OPERATOR, SCOPES } from '../../src/service/account/index.ts'
import { type Kind, outcomeFor, routesOf } from '../support/access.ts'
import { type TestApi, testApi } from '../support/api.ts'
import { asset } from '../support/asset.ts'
import { fillPath, type OperationSample, SAMPLED, sampleOf } from '../support/operation-samples.ts'

/** `only` and `except` are keys of the administrator with the scope of the route and no other, and with all but that. */
const CALLERS = ['nobody', 'wrong', 'disabled', 'other', 'user', 'administrator', 'only', 'except'] as const
type Caller = (typeof CALLERS)[number]

const made = {
  ...{ tags: '', export: '', import: '', run: '', undo: '', search: '' },
  ...{ invitation: '1', derivation: '', feed: 'kept' },
}

/** A call of the model-facing door, which is not in the table. */
const PING: OperationSample = { file: '{"jsonrpc":"2.0","id":1,"method":"ping"}', type: 'application/json' }

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
  made.search = await idOf('saveSearch', 'user', 'search')
  made.export = await ended('/api/v1/export', 'user', await idOf('export', 'user'))
  made.import = await ended('/api/v1/import', 'administrator', await idOf('import', 'administrator'))
  await undone()
  await call('adminInvite', 'administrator')
  made.derivation = await idOf('adminDerive', 'administrator', 'derivation')
  await call('addFeed', 'administrator')
  made.feed = 'mine'
})
afterAll(() => api.close())

async function tagged(): Promise<string> {
  const { task_id } = (await call('submitIpTags', 'user')).json() as { task_id: number }
  await eventually(async () => {
    const info = await send('GET', '/api/v1/ip_tags/info', 'user', { input: { task_id } })
    expect(info.json()).toMatchObject({ state: 'success' })
  })
  return String(task_id)
}

/** Undoes the import, and waits for the end. */
async function undone(): Promise<void> {
  const listed = await call('adminImports', 'administrator')
  made.run = (listed.json() as { imports: { id: string }[] }).imports[0]?.id ?? ''
  const submitted = await send('POST', `/api/v1/admin/imports/${made.run}/undo`, 'administrator')
  const { id } = submitted.json() as { id: number }
  made.undo = await ended('/api/v1/admin/undos', 'administrator', String(id))
}

/** Calls an operation with its sample. */
function call(name: string, caller: Caller) {
  const [route = ''] = [...routesOf('http')].find(([, operation]) => operation.name === name) ?? []
  const [method = '', pattern = ''] = route.split(' ')
  return send(method, pattern, caller, sampleOf(name, made))
}

/** The number of what a call creates, which is in the answer or in a member of it. */
async function idOf(name: string, caller: Caller, within?: string): Promise<string> {
  const answer = (await call(name, caller)).json() as Record<string, unknown>
  const { id } = (within === undefined ? answer : answer[within]) as { id: number }
  expect(id, JSON.stringify(answer)).toBeGreaterThan(0)
  return String(id)
}

/** Waits until a job has ended with success, and returns its number. */
async function ended(path: string, caller: Caller, id: string): Promise<string> {
  await eventually(async () => {
    expect((await send('GET', `${path}/${id}`, caller)).json()).toMatchObject({ state: 'success' })
  })
  return id
}

function credentialsOf(caller: Caller, scope: NeededScope = 'any'): Readonly<Record<string, string>> {
  if (caller === 'nobody') return {}
  if (caller === 'only' || caller === 'except')
    return { ...scoped[`${caller} ${scope === 'any' ? 'tag' : scope}`] }
  const known = api.credentials[caller === 'wrong' ? 'administrator' : caller]
  return caller === 'wrong' ? { ...known, key: 'f'.repeat(32) } : { ...known }
}

/** Parameters as the API takes them. */
function asText(input: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const texts = Object.entries(input).map(([name, value]) =>
    name === 'query' ? ['qbase64', Buffer.from(String(value)).toString('base64')] : [name, String(value)],
  )
  return Object.fromEntries(texts)
}

function send(
  method: string,
  pattern: string,
  caller: Caller,
  { input, file, type = 'application/octet-stream' }: OperationSample = {},
  scope: NeededScope = 'any',
) {
  const [path, rest] = fillPath(pattern, input)
  const sent = String(new URLSearchParams({ ...credentialsOf(caller, scope), ...asText(rest) }))
  const inBody = method === 'POST' && file === undefined
  return api.app.inject({
    method: method as 'GET',
    url: inBody || sent === '' ? path : `${path}?${sent}`,
    ...((method === 'POST' || method === 'PATCH') && {
      headers: { 'content-type': file === undefined ? 'application/x-www-form-urlencoded' : type },
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
  return String((await send(method, path, 'nobody')).headers['content-type']).startsWith('text/html')
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

it('every sample is of an operation', () => {
  const names = new Set(OPERATIONS.map(({ name }) => name))
  expect(SAMPLED.filter((name) => !names.has(name))).toEqual([])
})

const NAMES = new Map([...routesOf('http')].map(([route, { name }]) => [route, name]))

describe.each([...ROUTES])('%s', (route, access) => {
  it.each(CALLERS)('asked by %s', async (caller) => {
    const [method = '', pattern = ''] = route.split(' ')
    const sample = route === 'POST /mcp' ? PING : sampleOf(NAMES.get(route) ?? '', made)
    const before = await everything()
    const scope = NEEDED.get(route) ?? 'any'
    const refused = caller === 'except' && access !== 'public' && scope !== 'any'
    const wanted = refused ? 'scope' : outcomeFor(access, kindOf(caller), 'unauthorized', sample)
    const answer = await send(method, pattern, caller, sample, scope)
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
    const [nobody, known] = [await send(method, path, 'nobody'), await send(method, path, 'administrator')]
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
  const answer = await send('POST', path, 'only', { input: { role: 'administrator' } }, 'admin')
  expect(outcomeOf(answer)).toBe('bounded')
  expect(await api.accounts.showAccount('victim@example.com')).toMatchObject({ role: 'user' })
})
