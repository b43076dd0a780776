// Kills processes in the middle of spending coins, at random moments. PERIPLUS_KILLS=1000 for the long run.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { Presence, type State, type StateOptions } from '../../../src/state/index.ts'
import { addAccount, checkLedger, describeStates } from '../../support/state.ts'

const KILLS = Number(process.env['PERIPLUS_KILLS'] ?? 10)
const WORKERS = 3
const COINS = 1_000_000
const worker = join(import.meta.dirname, '../../support/coin-worker.ts')
const directory = mkdtempSync(join(tmpdir(), 'periplus-kill-'))
const children = new Set<ChildProcess>()
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
})

interface Scene {
  readonly state: State
  readonly place: StateOptions
  readonly account: number
  readonly journal: string
}

describeStates('1 process of several', ({ open, place }) => {
  it(`is killed ${KILLS} times: the books are right and every charge belongs to a call that ended`, async () => {
    const where = await place()
    const state = await open(where)
    const account = await addAccount(state, COINS)
    const scene = { state, place: where, account, journal: join(directory, `${state.kind}.txt`) }
    let left = KILLS
    const lane = async () => {
      while (left-- > 0) await killOne(scene, left % 5 > 0)
    }
    await Promise.all(Array.from({ length: WORKERS }, lane))
    const presence = new Presence(state)
    await presence.buryDead()
    expect(await checkLedger(state)).toEqual({ balance: COINS - (await countCharges(scene)), reserved: 0 })
    await presence.close()
  }, 1_200_000)
})

async function killOne(scene: Scene, isSpending: boolean): Promise<void> {
  const child = startWorker(scene)
  // One in five is killed while it starts, the others while they spend.
  if (isSpending) await once(child.stdout, 'data')
  await sleep(Math.random() * 80)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  await checkLedger(scene.state)
}

function startWorker({ place, account, journal }: Scene) {
  const child = spawn(process.execPath, [worker, JSON.stringify(place), `${account}`, journal, '8'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

async function countCharges({ state, journal }: Scene): Promise<number> {
  const lines = existsSync(journal) ? readFileSync(journal, 'utf8').split('\n') : []
  const ids = (word: string) =>
    new Set(lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1)))
  expect(ids('lost'), 'no reservation of a living process was released').toEqual(new Set())
  const rows = await state.db.selectFrom('ledger').select('reference').where('kind', '=', 'charge').execute()
  const charged = new Set(rows.map(({ reference }) => reference))
  expect(charged.size).toBe(rows.length)
  expect([...charged].filter((id) => !ids('finished').has(id ?? ''))).toEqual([])
  expect([...ids('charged')].filter((id) => !charged.has(id))).toEqual([])
  expect(charged.size).toBeGreaterThanOrEqual(KILLS / 2)
  return rows.length
}
