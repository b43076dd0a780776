// What accounts cost a call: checking credentials, and holding and spending its coins, each for 100 callers at once.
// node bench/account.ts            (SQLite in a temporary directory)
// node bench/account.ts postgres://…   (an empty database)
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, OPERATOR, openAccounts, openSecretText } from '../src/service/account/index.ts'
import { openState } from '../src/state/index.ts'

const CALLERS = 100
const SECONDS = 3

const directory = mkdtempSync(join(tmpdir(), 'periplus-bench-'))
const [url] = process.argv.slice(2)
const state = await openState(url === undefined ? { file: join(directory, 'state.db') } : { url })
const accounts = await openAccounts({
  state,
  secret: openSecretText('a secret for benchmarks only, nothing else'),
})

interface Caller {
  readonly account: Account
  readonly credentials: { email: string; key: string; address: string }
}

async function createCaller(index: number): Promise<Caller> {
  const email = `caller${index}@example.com`
  const { account, key } = await accounts.createAccount(OPERATOR, { email, coins: 1_000_000 })
  return { account, credentials: { email, key, address: '192.0.2.1' } }
}

/** Lets every caller repeat `call` and prints the median and the 99th percentile of its latency. */
async function measure(
  title: string,
  callers: readonly Caller[],
  call: (caller: Caller) => Promise<unknown>,
) {
  const latencies: number[] = []
  const end = performance.now() + SECONDS * 1000
  const repeat = async (caller: Caller) => {
    for (let start = performance.now(); start < end; start = performance.now()) {
      await call(caller)
      latencies.push(performance.now() - start)
    }
  }
  await Promise.all(callers.map(repeat))
  latencies.sort((a, b) => a - b)
  const at = (share: number) => (latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(3)
  const each = ((SECONDS * 1e6) / latencies.length).toFixed(1)
  console.log(`${title}: ${each} µs of the process per call, median ${at(0.5)} ms, 99 % ${at(0.99)} ms`)
}

const callers: Caller[] = []
for (let index = 0; index < CALLERS; index++) callers.push(await createCaller(index))
await measure('credentials', callers, async ({ credentials }) => {
  await accounts.authenticate(credentials)
  // Lets the event loop turn, as between two requests.
  await new Promise((resolve) => setImmediate(resolve))
})
await measure('the same without the check', callers, () => new Promise((resolve) => setImmediate(resolve)))
await measure('one coin held and spent', callers, async ({ account }) => {
  await (await accounts.reserveSearch(account)).capture()
})
await accounts.close()
await state.close()
rmSync(directory, { recursive: true, force: true })
