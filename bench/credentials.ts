// What checking credentials adds to a search: the same searches over HTTP on the engine in process, by 100 callers at once, with
// the check and with accounts that were looked up before. Rounds of both take turns, so that whatever else the machine does
// meets both alike; the callers are in a thread of their own.
// node bench/credentials.ts [records] [rounds] [seconds of a round]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { openEmbeddedStore } from '../src/store/index.ts'
import { testApi } from '../test/support/api.ts'
import { asset } from '../test/support/asset.ts'
import { median } from './support/median.ts'

const CALLERS = 100
const [records = '20000', rounds = '5', seconds = '4'] = process.argv.slice(2)

const directory = mkdtempSync(join(tmpdir(), 'periplus-bench-'))
const store = await openEmbeddedStore(directory, {})
const now = Math.floor(Date.now() / 1000)
for (let from = 0; from < Number(records); from += 5000) {
  const size = Math.min(5000, Number(records) - from)
  const batch = Array.from({ length: size }, (_, index) => {
    const reached = `h${from + index}.example.com`
    return asset({
      reached,
      title: `login ${index % 97}`,
      body: 'x'.repeat(2000),
      lastupdatetime: now - index,
    })
  })
  await store.write(batch)
}
const names = Array.from({ length: CALLERS }, (_, index) => `caller${index}`)
const accounts = Object.fromEntries(names.map((name) => [name, { level: 'member' as const }]))
const api = await testApi({ searched: store, accounts, settings: { 'http.port': '0' } })
const url = await api.app.listen({ host: '127.0.0.1', port: 0 })
const qbase64 = Buffer.from('title="login 7"').toString('base64')
const requests = names.map((name) => ({
  path: `/api/v1/search/all?${new URLSearchParams({ ...api.credentials[name], qbase64, fields: 'host,title' })}`,
}))

const check = api.accounts.authenticate
const known = new Map((await api.accounts.listAccounts()).map((account) => [account.email, account]))
const lookUp: typeof check = async ({ email = '' }) =>
  known.get(email) ?? check({ email, key: '', address: '' })

/** The median latency of a round, in milliseconds. */
async function round(authenticate: typeof check): Promise<number> {
  Object.assign(api.accounts, { authenticate })
  const options = { url, requests, connections: CALLERS, duration: Number(seconds), workers: 1 }
  // Its errors are not looked at: the timer of a call at times starts with less than nothing, which it counts as one.
  const { non2xx, latency } = await autocannon(options)
  if (non2xx > 0) throw new Error(`${non2xx} calls failed`)
  return latency.p50
}

await round(check)
const runs: Record<'with' | 'without', number[]> = { with: [], without: [] }
for (let count = 0; count < Number(rounds); count++) {
  runs.without.push(await round(lookUp))
  runs.with.push(await round(check))
}
for (const kind of ['with', 'without'] as const)
  console.log(`${kind} the check: median latency ${median(runs[kind])} ms; rounds ${runs[kind].join(' ')}`)

const credentials = {
  ...api.credentials['caller0'],
  email: 'caller0@example.com',
  key: '',
  address: '192.0.2.1',
}
const right = { ...credentials, key: api.credentials['caller0']?.key }
const started = performance.now()
for (let count = 0; count < 100_000; count++) await check(right)
console.log(`one check by itself: ${((performance.now() - started) / 100).toFixed(2)} µs`)
await api.close()
await store.close()
rmSync(directory, { recursive: true, force: true })
