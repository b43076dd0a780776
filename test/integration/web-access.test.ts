// Who may call what of the page's own calls, by the table of operations: every route × every kind of caller, with the outcome and
// the shape of the answer. The calls are those of `test/support/operation-samples.ts`.
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { answersOf } from '../../src/door/index.ts'
import { ErrorBody } from '../../src/operation/index.ts'
import { OPERATOR } from '../../src/service/account/index.ts'
import { outcomeFor, routesOf } from '../support/access.ts'
import { type TestApi, testApi } from '../support/api.ts'
import { asset } from '../support/asset.ts'
import { fillPath, PASSWORD, sampleOf } from '../support/operation-samples.ts'

const CALLERS = ['nobody', 'forged', 'disabled', 'other', 'user', 'administrator'] as const
type Caller = (typeof CALLERS)[number]

const made = {
  ...{ tags: '', export: '', import: '', run: '', undo: '', search: '' },
  ...{ invitation: '1', derivation: '', feed: 'kept' },
}

interface Login {
  readonly cookies: Readonly<Record<string, string>>
  readonly csrf: string
}

const ROUTES = routesOf('page')

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

const sampleFor = (route: string) => sampleOf(ROUTES.get(route)?.name ?? '', made)

async function send(route: string, caller: Caller, more: Partial<Login> = {}) {
  const { input, file, type = 'application/octet-stream' } = sampleFor(route)
  const [method = '', pattern = ''] = route.split(' ')
  const [path, rest] = fillPath(pattern, input)
  const { cookies, csrf } = { ...(await loginOf(caller)), ...more }
  const headers = { 'x-csrf-token': csrf, ...(file !== undefined && { 'content-type': type }) }
  const inQuery = file !== undefined && Object.keys(rest).length > 0
  return api.app.inject({
    method: method as 'GET',
    url: inQuery ? `${path}?${new URLSearchParams(rest as Record<string, string>)}` : path,
    cookies: { ...cookies },
    headers,
    ...(method !== 'GET' && { payload: file ?? rest }),
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
]

function outcomeOf({ body, headers }: Awaited<ReturnType<typeof send>>): string {
  if (body === '' || !String(headers['content-type']).startsWith('application/json')) return 'ok'
  const { errmsg } = JSON.parse(body) as { errmsg?: string }
  if (errmsg === undefined) return 'ok'
  if (/link/.test(errmsg)) return 'link'
  if (/import \d+ has ended/.test(errmsg)) return 'ended'
  const [outcome] = TEXTS.find(([, text]) => errmsg.startsWith(text)) ?? []
  return outcome ?? errmsg
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

it('every operation of the page is a route, and there are no others', () => {
  const found = api.app.answeredRoutes.filter((route) => route.includes(' /web/api/'))
  expect(found.toSorted()).toEqual([...ROUTES.keys()].toSorted())
})

const kindOf = (caller: Caller) =>
  caller === 'nobody' || caller === 'forged' || caller === 'disabled' ? 'stranger' : caller

describe.each([...ROUTES])('%s', (route, operation) => {
  const { access } = operation
  const described =
    operation.download !== undefined && operation.sends === undefined
      ? undefined
      : Compile(Type.Union([...answersOf(operation), ErrorBody]))
  const wanted = (caller: Caller): string => outcomeFor(access, kindOf(caller), 'session', sampleFor(route))

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
