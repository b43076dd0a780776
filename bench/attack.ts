// What others feel while one caller attacks a running server.
//   node bench/attack.ts [--data DIRECTORY] [--seconds 10] [--attack NAME] [--json]
// Without --data the demonstration set is loaded first. Prints for each attack what another account's `port="443"` and `/healthz` took
// beside it. Exit code 1 when a search failed, when its median is more than three times the one without an attack, or when `/healthz`
// took 250 ms or more. The attacker is a process of its own at the lowest priority (nice 19): it stands for a program on another machine,
// so its own work should take no processor time from the server and from the account that measures. The limits hold on a machine that
// does nothing else.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { firstAccount, Processes } from '../test/support/serve.ts'
import { ATTACKS, BY_IMPORTS, type Target } from './support/attacks.ts'
import { ask, type Caller, createCaller, percentile } from './support/load.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    attack: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds)
const MOST_TIMES = 3
const MOST_HEALTH = 250

const processes = new Processes()
const data = values.data ?? processes.newData()

interface Felt {
  readonly searches: number
  readonly failed: number
  /** Milliseconds. */
  readonly median: number
  readonly p95: number
  readonly health: number
}

/** Asks one search after the other, and `/healthz` between them. */
async function feel(caller: Caller): Promise<Felt> {
  const end = performance.now() + seconds * 1000
  const times: number[] = []
  let failed = 0
  let health = 0
  while (performance.now() < end) {
    const { status, time } = await ask(caller, 'port="443"')
    if (status === 200) times.push(time)
    else failed++
    health = Math.max(health, await healthTime(caller.url))
    await sleep(20)
  }
  return {
    searches: times.length,
    failed,
    median: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    health,
  }
}

async function healthTime(url: string): Promise<number> {
  const start = performance.now()
  const isWell = await fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
  return isWell ? performance.now() - start : Number.POSITIVE_INFINITY
}

/** Starts an attack; the function ends it. */
function attack(name: string, target: Omit<Target, 'signal'>): () => Promise<void> {
  const program = join(import.meta.dirname, 'support/attacker.ts')
  const child = spawn('nice', ['-n', '19', process.execPath, program, name], {
    env: { ...process.env, TARGET: JSON.stringify(target) },
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const exit = once(child, 'exit')
  return async () => {
    child.stdin.end()
    await exit
  }
}

function shown(name: string, { searches, failed, median, p95, health }: Felt, alone: number) {
  const whole = (value: number): number => Math.round(value)
  const times = Number((median / alone).toFixed(1))
  const isFine = failed === 0 && times <= MOST_TIMES && health < MOST_HEALTH
  return {
    name,
    searches,
    failed,
    median: whole(median),
    p95: whole(p95),
    times,
    health: whole(health),
    isFine,
  }
}

try {
  const { url } = await processes.serve(data, [], {
    PERIPLUS_LEVEL_ENTERPRISE_RATE: '0',
    // As `bin/periplus` sets it: every statement that runs holds a thread.
    UV_THREADPOOL_SIZE: '32',
  })
  const caller = await createCaller(processes, data, url)
  const victim = await createCaller(processes, data, url)
  const importer = values.data === undefined ? { url, ...firstAccount(data) } : undefined
  await feel(victim)
  const alone = await feel(victim)
  const rows = [shown('no attack', alone, alone.median)]
  for (const name of Object.keys(ATTACKS)) {
    if (values.attack !== undefined && values.attack !== name) continue
    if (importer === undefined && BY_IMPORTS.includes(name)) continue
    console.error(name)
    const stop = attack(name, { url, caller, importer: importer ?? caller })
    await sleep(2000)
    rows.push(shown(name, await feel(victim), alone.median))
    await stop()
    await sleep(3000)
  }
  if (values.json) console.log(JSON.stringify(rows))
  else console.table(rows)
  process.exitCode = rows.every(({ isFine }) => isFine) ? 0 : 1
} finally {
  await processes.clean()
}
