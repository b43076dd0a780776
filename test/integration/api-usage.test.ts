// What is kept of calls, as administrators see it: use per day, and keys that are used from unusually many networks.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { OPERATOR } from '../../src/service/account/index.ts'
import { type TestApi, testApi } from '../support/api.ts'
import { asset } from '../support/asset.ts'

const DAY = 86_400_000

let api: TestApi
let now = Date.UTC(2026, 10, 20, 12)
beforeAll(async () => {
  api = await testApi({
    records: ['a', 'b'].map((name) => asset({ reached: `${name}.example.com`, lastupdatetime: now / 1000 })),
    accounts: {
      boss: { role: 'administrator' },
      wide: { level: 'member' },
      usual: { level: 'free', coins: 9 },
    },
    settings: { 'audit.retention': '30d', 'usage.retention': '30d' },
    now: () => now,
  })
})
afterAll(() => api.close())

async function get(caller: string, path: string, more: Readonly<Record<string, string>>, from = '127.0.0.1') {
  const parameters = new URLSearchParams({ ...api.credentials[caller], ...more })
  const answer = await api.app.inject({ url: `/api/v1/${path}?${parameters}`, remoteAddress: from })
  return answer.json() as { error: boolean; entries: readonly Record<string, unknown>[] }
}

const search = (caller: string, from: string) =>
  get(caller, 'search/all', { qbase64: Buffer.from('host="example"').toString('base64') }, from)

it('a key that goes round is seen, one at home and at work is not', async () => {
  for (let network = 0; network < 12; network++) await search('wide', `198.51.${network}.7`)
  for (const from of ['192.0.2.1', '192.0.2.99', '203.0.113.5']) await search('usual', from)
  await api.accounts.flushFigures()
  const seen = { account: 2, email: 'wide@example.com', day: '2026-11-20', networks: 12 }
  expect((await get('boss', 'admin/networks', {})).entries).toEqual([seen])
  const all = await get('boss', 'admin/networks', { least: '1', account: 'usual@example.com' })
  expect(all.entries).toMatchObject([{ networks: 2 }])
})

it('usage is counted per day, account and route', async () => {
  now += DAY
  await search('usual', '192.0.2.1')
  await api.accounts.flushFigures()
  const { entries } = await get('boss', 'admin/usage', { days: '2', account: 'usual@example.com' })
  const line = { account: 3, email: 'usual@example.com', route: '/api/v1/search/all' }
  expect(entries).toEqual([
    { ...line, day: '2026-11-21', calls: 1, rows: 2, coins: 1 },
    { ...line, day: '2026-11-20', calls: 3, rows: 6, coins: 3 },
  ])
})

it('figures and the trail are forgotten after their time, and coins are not', async () => {
  await api.accounts.moveCoins(OPERATOR, 'usual@example.com', 'grant', 5)
  now += 31 * DAY
  await api.accounts.recordAuditEvent(OPERATOR, { action: 'import' })
  await api.accounts.purge()
  const trail = await get('boss', 'admin/audit', {})
  expect(trail.entries).toMatchObject([{ action: 'import' }])
  expect((await get('boss', 'admin/usage', { days: '365', account: 'usual@example.com' })).entries).toEqual(
    [],
  )
  expect((await get('boss', 'admin/networks', { days: '365', least: '1', account: '3' })).entries).toEqual([])
  const ledger = await get('boss', 'admin/accounts/usual@example.com/ledger', {})
  expect(ledger.entries.map(({ amount }) => amount)).toEqual([5, -1, -1, -1, -1, 9])
})
