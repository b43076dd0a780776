// The harness of paused writers: one of two processes that write to the same servers is stopped for longer than its lease, at a
// chosen step or at a random moment, while the other writes and a third one reads. Used by a short test and by the long run in
// bench/.
import { type ChildProcess, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fieldNamed } from '../../src/field/index.ts'
import { readQuery } from '../../src/query/index.ts'
import { openCommitLog, openState, type StateOptions } from '../../src/state/index.ts'
import { openServerStore, type ServerOptions, type Store } from '../../src/store/index.ts'
import type { PauseStep, WorkerOptions } from './write-steps.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** The location of the records and the log, and the duration of a lease (milliseconds). */
export interface PauseTarget {
  readonly state: StateOptions
  readonly servers: Pick<ServerOptions, 'servers' | 'cluster'>
  readonly lease: number
}

/** The results of one round. */
export interface PauseReport {
  readonly acknowledged: number
  /** Acknowledged records that are missing. */
  readonly lost: readonly string[]
  /** Records that exist more than once. */
  readonly double: readonly string[]
  /** Reads in which a record appeared twice. */
  readonly readings: number
  readonly wrongReadings: number
  /** Batches that failed with an error. */
  readonly failures: readonly string[]
}

interface Line {
  readonly ready?: true
  readonly paused?: true
  readonly hosts?: readonly string[]
  readonly failed?: string
}

class Worker {
  readonly child: ChildProcess
  readonly acknowledged = new Set<string>()
  readonly failures: string[] = []
  paused = false
  ready = false
  readonly ended: Promise<void>

  constructor(options: WorkerOptions) {
    const node = join(ROOT, 'node_modules/.bin/node')
    const file = join(import.meta.dirname, 'write-worker.ts')
    this.child = spawn(node, ['--disable-warning=ExperimentalWarning', file, JSON.stringify(options)], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, UV_THREADPOOL_SIZE: '16' },
    })
    if (this.child.stdout === null) throw new Error('a worker without output')
    createInterface({ input: this.child.stdout }).on('line', (text) => this.#take(JSON.parse(text) as Line))
    this.ended = new Promise((done) => this.child.once('close', () => done()))
  }

  #take(line: Line): void {
    if (line.ready) this.ready = true
    if (line.paused) this.paused = true
    if (line.failed !== undefined) this.failures.push(line.failed)
    for (const host of line.hosts ?? []) this.acknowledged.add(host)
  }

  stop(): void {
    this.child.stdin?.end('stop\n')
  }
}

/** Runs one round; without a step the writer is stopped at a random moment. */
export async function pauseRound(
  target: PauseTarget,
  round: number,
  step: PauseStep | undefined,
): Promise<PauseReport> {
  const reading = await openReader(target)
  const common = { state: target.state, servers: target.servers, lease: target.lease, batch: 200 }
  const pauseAt = step === undefined ? {} : { pauseAt: { step, passes: 2 } }
  const paused = new Worker({ ...common, name: `p${round}`, ...pauseAt })
  const other = new Worker({ ...common, name: `o${round}` })
  const looks = { stop: false, readings: 0, wrong: 0 }
  const looking = look(reading, looks)
  try {
    // A slow machine may let the other writer take over before the first batch of the paused one is durable.
    await until(() => paused.ready && other.ready && (paused.paused || paused.acknowledged.size > 0))
    if (step === undefined) {
      await sleep(Math.random() * 400)
      paused.child.kill('SIGSTOP')
    } else await until(() => paused.paused)
    const before = other.acknowledged.size
    await sleep(target.lease * 1.5)
    await until(() => other.acknowledged.size > before)
    paused.child.kill('SIGCONT')
    await sleep(300)
    for (const worker of [paused, other]) worker.stop()
    await Promise.all([paused.ended, other.ended])
  } finally {
    for (const worker of [paused, other]) worker.child.kill('SIGKILL')
    looks.stop = true
    await looking
  }
  const hosts = await hostsOf(reading)
  const there = new Set(hosts)
  const acknowledged = [...paused.acknowledged, ...other.acknowledged]
  await reading.close()
  return {
    acknowledged: new Set(acknowledged).size,
    lost: acknowledged.filter((host) => !there.has(host)),
    double: hosts.filter((host, index) => hosts.indexOf(host) !== index),
    readings: looks.readings,
    wrongReadings: looks.wrong,
    failures: [...paused.failures, ...other.failures],
  }
}

/** A process that only reads: every read must contain each record once. */
async function look(store: Store, looks: { stop: boolean; readings: number; wrong: number }): Promise<void> {
  while (!looks.stop) {
    const hosts = await hostsOf(store)
    looks.readings++
    if (new Set(hosts).size !== hosts.length) looks.wrong++
    await sleep(20)
  }
}

async function openReader({ state: where, servers, lease }: PauseTarget): Promise<Store> {
  const state = await openState(where)
  const log = (store: string, alone: boolean) =>
    openCommitLog(state, store, alone, { lease, kept: 3_600_000 })
  const store = await openServerStore({ ...servers, log, watchInterval: 500 })
  return { ...store, close: () => store.close().finally(() => state.close()) }
}

async function hostsOf(store: Store): Promise<readonly string[]> {
  const all = { query: readQuery('port!=""'), since: undefined, now: Date.now() }
  const fields = [fieldNamed('host')]
  const { rows } = await store.page({ ...all, fields, offset: 0, limit: 1_000_000 })
  return rows.map(([host = '']) => host)
}

async function until(holds: () => boolean): Promise<void> {
  for (const start = performance.now(); performance.now() - start < 90_000; await sleep(20))
    if (holds()) return
  throw new Error('it did not happen within 90 s')
}
