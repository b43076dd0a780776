// Who may call what: every route of the server × every kind of caller, with the outcome. A new route without a row fails.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestApi, testApi } from '../support/api.ts'
import { asset } from '../support/asset.ts'

const CALLERS = ['nobody', 'wrong', 'disabled', 'other', 'user', 'administrator'] as const
type Caller = (typeof CALLERS)[number]
type Outcome = 'ok' | 'unauthorized' | 'forbidden' | 'task' | 'file'
type Outcomes = Readonly<Record<Caller, Outcome>>

/** Answered whoever asks; no credentials are read. */
const everybody = (outcome: Outcome): Outcomes => ({
  nobody: outcome,
  wrong: outcome,
  disabled: outcome,
  other: outcome,
  user: outcome,
  administrator: outcome,
})
const refused = { nobody: 'unauthorized', wrong: 'unauthorized', disabled: 'unauthorized' } as const
const accounts: Outcomes = { ...refused, other: 'ok', user: 'ok', administrator: 'ok' }
const administrators: Outcomes = { ...refused, other: 'forbidden', user: 'forbidden', administrator: 'ok' }
/** What belongs to the account `user`: for others, administrators included, it does not exist. */
const ownerOnly: Outcomes = { ...refused, other: 'task', user: 'ok', administrator: 'task' }

interface Row {
  readonly outcomes: Outcomes
  readonly with?: Readonly<Record<string, string>>
  /** Parameters known only when the server runs. */
  readonly query?: () => Readonly<Record<string, string>>
  /** What stands for the parameters of the path. */
  readonly place?: () => Readonly<Record<string, string>>
  readonly file?: string
  /** Media type of the file. */
  readonly type?: string
}

const query = { qbase64: Buffer.from('title="login"').toString('base64') }
const victim = { place: () => ({ account: 'victim@example.com' }) }
const nothing = { filename: '1-00000000000000000000000000000000.csv' }
const made = { tags: '', export: '', import: '', invitation: '1' }

const feed = { place: () => ({ name: 'mine' }), file: '192.0.2.1\n' }
const addressFile = {
  type: 'multipart/form-data; boundary=b',
  file: '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n192.0.2.1\r\n--b--\r\n',
}

const ROWS: Readonly<Record<string, Row>> = {
  'GET /api/v1/search/all': { outcomes: accounts, with: query },
  'POST /api/v1/search/all': { outcomes: accounts, with: query },
  'GET /api/v1/search/next': { outcomes: accounts, with: query },
  'POST /api/v1/search/next': { outcomes: accounts, with: query },
  'GET /api/v1/search/stats': { outcomes: accounts, with: query },
  'POST /api/v1/search/stats': { outcomes: accounts, with: query },
  'GET /api/v1/host/:host': { outcomes: accounts, place: () => ({ host: 'www.example.com' }) },
  'POST /api/v1/host/:host': { outcomes: accounts, place: () => ({ host: 'www.example.com' }) },
  'GET /api/v1/search/fields': { outcomes: accounts },
  'POST /api/v1/translate': { outcomes: accounts, with: query },
  'GET /api/v1/info/my': { outcomes: accounts },
  'POST /api/v1/info/my': { outcomes: accounts },
  'GET /api/v1/audit': { outcomes: accounts },
  'POST /api/v1/ip_tags': { outcomes: accounts, ...addressFile },
  'GET /api/v1/ip_tags/info': { outcomes: ownerOnly, query: () => ({ task_id: made.tags }) },
  'GET /api/v1/ip_tags/lookup': { outcomes: accounts, with: { ip: '192.0.2.1' } },
  'GET /api/v1/ip_tags/vocabulary': { outcomes: accounts },
  'GET /file_downloads/ip_tags': { outcomes: everybody('file'), with: nothing },
  'GET /api/v1/export': { outcomes: accounts },
  'POST /api/v1/export': { outcomes: accounts, with: query },
  'GET /api/v1/export/:id': { outcomes: ownerOnly, place: () => ({ id: made.export }) },
  'GET /file_downloads/export': { outcomes: everybody('file'), with: nothing },
  'HEAD /file_downloads/export': { outcomes: everybody('file'), with: nothing },
  'GET /api/v1/import': { outcomes: administrators },
  'POST /api/v1/import': { outcomes: administrators, file: '{"host":"https://new.example.com"}\n' },
  'GET /api/v1/import/:id': { outcomes: administrators, place: () => ({ id: made.import }) },
  'GET /api/v1/import/:id/rejects': { outcomes: administrators, place: () => ({ id: made.import }) },
  'GET /api/v1/admin/accounts': { outcomes: administrators },
  'POST /api/v1/admin/accounts': { outcomes: administrators, with: { account: 'new@example.com' } },
  'GET /api/v1/admin/accounts/:account': { outcomes: administrators, ...victim },
  'POST /api/v1/admin/accounts/:account': {
    outcomes: administrators,
    with: { level: 'enterprise', disabled: 'true' },
    ...victim,
  },
  'POST /api/v1/admin/accounts/:account/key': { outcomes: administrators, ...victim },
  'POST /api/v1/admin/accounts/:account/password_link': { outcomes: administrators, ...victim },
  'POST /api/v1/admin/accounts/:account/coins': {
    outcomes: administrators,
    with: { action: 'grant', amount: '7' },
    ...victim,
  },
  'GET /api/v1/admin/accounts/:account/ledger': { outcomes: administrators, ...victim },
  'GET /api/v1/admin/audit': { outcomes: administrators },
  'GET /api/v1/admin/usage': { outcomes: administrators },
  'GET /api/v1/admin/networks': { outcomes: administrators },
  'GET /api/v1/admin/invitations': { outcomes: administrators },
  'POST /api/v1/admin/invitations': { outcomes: administrators },
  'POST /api/v1/admin/invitations/:invitation/withdraw': {
    outcomes: administrators,
    place: () => ({ invitation: made.invitation }),
  },
  'GET /api/v1/admin/feeds': { outcomes: administrators },
  'POST /api/v1/admin/feeds/:name': { outcomes: administrators, ...feed },
  'GET /api/v1/admin/feeds/:name': { outcomes: administrators, place: feed.place },
  'POST /api/v1/admin/feeds/:name/update': { outcomes: administrators, ...feed },
  'POST /api/v1/admin/feeds/:name/pin': { outcomes: administrators, ...feed },
  'DELETE /api/v1/admin/feeds/:name': { outcomes: administrators, place: feed.place },
  'GET /api/v1/admin/settings': { outcomes: administrators },
  'GET /api/v1/admin/health': { outcomes: administrators },
  'POST /mcp': {
    outcomes: accounts,
    file: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    type: 'application/json',
  },
  'GET /healthz': { outcomes: everybody('ok') },
  'HEAD /healthz': { outcomes: everybody('ok') },
  'GET /readyz': { outcomes: everybody('ok') },
  'HEAD /readyz': { outcomes: everybody('ok') },
  'GET /metrics': { outcomes: everybody('ok') },
  'GET /openapi.json': { outcomes: everybody('ok') },
  'GET /docs': { outcomes: everybody('ok') },
  'HEAD /docs': { outcomes: everybody('ok') },
}

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
  made.tags = await tagged()
  made.export = await idOf('POST', '/api/v1/export', 'user', query)
  const line = (host: string) => `{"host":"${host}","ip":"192.0.2.9","port":80,"protocol":"http"}\n`
  const file = `${line('a.example.com')}${line('b.example.com')}{"host": "c"\n`
  made.import = await idOf('POST', '/api/v1/import', 'administrator', {}, file)
  await invite()
})
afterAll(() => api.close())

async function tagged(): Promise<string> {
  const { file, type } = addressFile
  const submitted = await send('POST', '/api/v1/ip_tags', 'user', {}, file, type)
  const { task_id } = submitted.json() as { task_id: number }
  await vi.waitFor(
    async () => {
      const info = await send('GET', '/api/v1/ip_tags/info', 'user', { task_id: String(task_id) })
      expect(info.json()).toMatchObject({ state: 'success' })
    },
    { timeout: 20_000, interval: 20 },
  )
  return String(task_id)
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
  const begun = (await send(method, path, caller, parameters, file)).json() as { id: number }
  for (let tries = 0; tries < 200; tries++) {
    const job = (await send('GET', `${path}/${begun.id}`, caller, {})).json() as { state: string }
    if (job.state === 'success') return String(begun.id)
    expect(job.state).not.toBe('failure')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the task did not end')
}

function credentialsOf(caller: Caller): Readonly<Record<string, string>> {
  if (caller === 'nobody') return {}
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
) {
  const sent = String(new URLSearchParams({ ...credentialsOf(caller), ...parameters }))
  const inBody = method === 'POST' && file === undefined
  const type = file === undefined ? 'application/x-www-form-urlencoded' : octets
  return api.app.inject({
    method: method as 'GET',
    url: inBody || sent === '' ? path : `${path}?${sent}`,
    ...(method === 'POST' && { headers: { 'content-type': type }, payload: file ?? sent }),
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
  return { all, trail, invitations, coins, key: await api.accounts.revealKey('victim@example.com') }
}

/** Whether a route is the page's: its own calls, which know sessions and no keys, its files, and its documents. */
async function isOfThePage(route: string): Promise<boolean> {
  const [method = '', path = ''] = route.split(' ')
  if (path.startsWith('/web/api/') || path.startsWith('/assets/')) return true
  if (path.startsWith('/api/') || path.includes(':') || !['GET', 'HEAD'].includes(method)) return false
  return String((await send(method, path, 'nobody', {})).headers['content-type']).startsWith('text/html')
}

it('every route has its row, and every row its route', async () => {
  const found: string[] = []
  for (const route of api.app.answeredRoutes)
    if (route in ROWS || !(await isOfThePage(route))) found.push(route)
  expect(found).toEqual(Object.keys(ROWS).sort())
})

describe.each(Object.entries(ROWS))(
  '%s',
  (route, { outcomes, with: parameters = {}, query, place, file, type }) => {
    it.each(CALLERS)('asked by %s', async (caller) => {
      const [method = '', pattern = ''] = route.split(' ')
      const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => place?.()[name] ?? '')
      const before = await everything()
      expect(outcomeOf(await send(method, path, caller, { ...parameters, ...query?.() }, file, type))).toBe(
        outcomes[caller],
      )
      if (outcomes[caller] !== 'ok') expect(await everything()).toEqual(before)
    })
  },
)

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
