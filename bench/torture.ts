// Everything that goes wrong in operation, at random, on one machine: a server that is killed and paused, commands that are killed, a PostgreSQL
// that restarts and hangs, a full disk, and more searches than the server can do.
//   node bench/torture.ts [--minutes 30] [--rate SEARCHES_PER_SECOND] [--disk MIB] [--json]
// Needs PostgreSQL; the full disk needs root (a file system in memory) and is left out without. Ends with a table: what was acknowledged,
// lost and double, what the ledger says beside what the answers said, latencies of what was served, and memory. Exit code 1 when
// something was lost, double or charged wrongly.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startPostgres } from '../test/support/postgres.ts'
import { firstAccount, Processes } from '../test/support/serve.ts'
import { createCaller, percentile } from './support/load.ts'
import { Imports, residentMemory, Searches, TortureServer } from './support/torture.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    rate: { type: 'string', default: '0' },
    disk: { type: 'string', default: '2048' },
    json: { type: 'boolean', default: false },
  },
})
const root = mkdtempSync(join(tmpdir(), 'periplus-torture-'))
const disk = join(root, 'disk')
mkdirSync(disk)
const canFill = mountDisk()
const data = join(disk, 'data')
const processes = new Processes()
const postgres = await startPostgres({ keepsCommits: true })
const environment = {
  PERIPLUS_STATE_URL: await postgres.create(),
  PERIPLUS_SECRET: 'x'.repeat(64),
  PERIPLUS_LEVEL_FREE_RATE: '0',
  PERIPLUS_DATA: data,
}
const server = new TortureServer(processes, data, environment)
await server.start()
const admin = firstAccount(data)
const caller = await createCaller(processes, data, server.url, environment, 'free')
const imports = new Imports(server, data, root, environment)
const searches = new Searches(server, caller, imports)

function mountDisk(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${values.disk}m`, 'tmpfs', disk], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Fills the disk for some seconds. */
async function fillDisk(): Promise<void> {
  const filler = join(disk, 'filler')
  try {
    execFileSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M'], { stdio: 'ignore' })
  } catch {}
  await sleep(3000)
  rmSync(filler, { force: true })
}

type Fault = readonly [name: string, work: () => Promise<unknown>]

const FAULTS: readonly Fault[] = [
  ['server killed', () => server.kill()],
  ['server paused', () => server.pause(2000 + Math.random() * 6000)],
  ['command killed', async () => imports.kill()],
  ['PostgreSQL restarted fast', () => postgres.restart('fast', () => sleep(Math.random() * 2000))],
  [
    'PostgreSQL restarted immediately',
    () => postgres.restart('immediate', () => sleep(Math.random() * 2000)),
  ],
  ['PostgreSQL paused', () => postgres.freeze(() => sleep(2000 + Math.random() * 6000))],
  ...(canFill ? [['disk full', fillDisk] as const] : []),
]

const counts = new Map<string, number>()
let peak = 0
const watching = setInterval(() => {
  peak = Math.max(peak, residentMemory(server.pid))
}, 1000)

imports.start()
await imports.firstBatch
const alone = await searches.measureAlone(5)
const capacity = Number(values.rate) || (await searches.measureCapacity(5))
searches.start(2 * capacity)
const end = performance.now() + Number(values.minutes) * 60_000
while (performance.now() < end && searches.short === 0) {
  await sleep(1000 + Math.random() * 4000)
  const [name, work] = FAULTS[Math.floor(Math.random() * FAULTS.length)] ?? ['none', async () => {}]
  counts.set(name, (counts.get(name) ?? 0) + 1)
  if (!values.json || searches.short > 0) console.error(`${new Date().toISOString()} ${name}`)
  await work()
  await server.ensure()
}
await searches.stop()
await imports.stop()
clearInterval(watching)
await server.ensure()
const records = await imports.compare(server.url, admin)
const ledger = await searches.compare(server.url, admin)
const faults = [...counts.values()].reduce((sum, count) => sum + count, 0)
const table = {
  minutes: Number(values.minutes),
  faults,
  ...Object.fromEntries(counts),
  'records acknowledged': records.acknowledged,
  'records lost': records.lost,
  'records double': records.double,
  'commands of import': records.commands,
  'searches served': searches.served.length,
  'searches refused (503)': searches.refused,
  'answers with too few records': searches.short,
  'searches without an answer': searches.unanswered,
  'other answers': searches.other,
  'coins charged by the answers': ledger.answered,
  'coins charged by the ledger': ledger.charged,
  'ledger difference': ledger.difference,
  'ledger sum minus balance': ledger.sum - ledger.coins,
  'capacity, searches per second': Math.round(capacity * 10) / 10,
  'median alone, ms': Math.round(percentile(alone, 0.5)),
  'median of the served, ms': Math.round(percentile(searches.served, 0.5)),
  '95th percentile of the served, ms': Math.round(percentile(searches.served, 0.95)),
  'peak memory, MiB': Math.round(peak / 1024 / 1024),
}
if (values.json) console.log(JSON.stringify(table, null, 1))
else console.table(table)
await processes.clean()
await postgres.stop()
const isWhole = records.lost === 0 && records.double === 0 && searches.short === 0
if (isWhole) {
  if (canFill) execFileSync('umount', ['-l', disk])
  rmSync(root, { recursive: true, force: true })
} else console.error(`the data directory is kept: ${data}`)
const isSound = isWhole && ledger.difference === 0 && ledger.sum === ledger.coins
process.exitCode = isSound && searches.other === 0 ? 0 : 1
