import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { AppError } from '../../../src/error/index.ts'
import { JobRunner, type Worker } from '../../../src/job/index.ts'
import {
  failJobs,
  findJob,
  insertJob,
  isConflict,
  listJobs,
  Presence,
  type State,
  takeFromDay,
  takeUpJob,
  usedOnDay,
} from '../../../src/state/index.ts'
import { addAccount, describeStates } from '../../support/state.ts'

const DAY = '2026-01-15'
const directory = mkdtempSync(join(tmpdir(), 'periplus-job-'))
const children = new Set<ChildProcess>()
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
})

type Handler = Worker['run']

async function submit(state: State, account: number, kind = 'write', lines = 10): Promise<number> {
  return state.write(async (db) => {
    await takeFromDay(db, { accountId: account, day: DAY, name: kind }, lines, 1000)
    const job = { account_id: account, kind, key: 'k', input: '{}', lines, day: DAY, created_at: 0 }
    return (await insertJob(db, job)).id
  })
}

async function ended(state: State, id: number) {
  return eventually(async () => {
    const job = await findJob(state.db, 'write', id)
    expect(job?.state).toMatch(/success|failure/)
    return job
  })
}

describeStates('jobs', ({ open, place }) => {
  const opened: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of opened.splice(0)) await close()
  })

  function work(state: State, handler: Handler, concurrency = 4) {
    const presence = new Presence(state)
    const errors: unknown[] = []
    const onError = (error: unknown) => void errors.push(error)
    const runner = new JobRunner({ state, presence, onError })
    runner.register({ name: 'write', concurrency, run: handler, discard: async () => {} })
    const close = async () => {
      await runner.close()
      await presence.close()
    }
    opened.push(close)
    return { runner, presence, errors, close }
  }

  it('run from init to success with their progress and result', async () => {
    const state = await open()
    const account = await addAccount(state, 0)
    const id = await submit(state, account)
    const gate = Promise.withResolvers<void>()
    const { runner } = work(state, async (job, { advance }) => {
      advance(42.9)
      await gate.promise
      return { lines: job.lines }
    })
    await eventually(async () =>
      expect(await findJob(state.db, 'write', id)).toMatchObject({ state: 'running', progress: 42 }),
    )
    expect(runner.running).toBe(1)
    gate.resolve()
    expect(await ended(state, id)).toMatchObject({
      state: 'success',
      progress: 100,
      result: '{"lines":10}',
      owner: null,
      attempt: 1,
    })
    expect(await findJob(state.db, 'other', id), 'it is of its kind only').toBeUndefined()
  })

  it('are one of a kind in progress per caller, also when two are submitted at the same instant to two processes', async () => {
    const where = await place()
    const [one, two] = await Promise.all([open(where), open(where)])
    const account = await addAccount(one, 0)
    for (let round = 0; round < 5; round++) {
      const both = await Promise.allSettled([submit(one, account), submit(two, account)])
      const refused = both.filter((result) => result.status === 'rejected')
      expect(refused).toHaveLength(1)
      expect(isConflict(refused[0]?.reason)).toBe(true)
      expect(await usedOnDay(one.db, { accountId: account, day: DAY, name: 'write' })).toBe(10)
      await submit(one, account, 'other')
      expect(await two.write((db) => failJobs(db, { accountId: account }, 'enough', 0))).toHaveLength(2)
      expect(await usedOnDay(one.db, { accountId: account, day: DAY, name: 'write' })).toBe(0)
    }
  })

  it.each([
    [new AppError('params', '[-4] Params Error: no'), '[-4] Params Error: no', 0],
    [new Error('disk on fire'), 'Internal Server Error!', 1],
  ])(
    'that fail give their lines back and report the reason a caller may see: %s',
    async (error, reason, logged) => {
      const state = await open()
      const account = await addAccount(state, 0)
      const id = await submit(state, account)
      const { errors } = work(state, () => Promise.reject(error))
      expect(await ended(state, id)).toMatchObject({ state: 'failure', reason, result: null })
      expect(await usedOnDay(state.db, { accountId: account, day: DAY, name: 'write' })).toBe(0)
      expect(errors).toHaveLength(logged)
    },
  )

  it('run so many at a time, oldest first', async () => {
    const state = await open()
    const order: number[] = []
    const submitted: number[] = []
    for (let index = 0; index < 5; index++) {
      const account = await addAccount(state, 0, `a${index}`)
      submitted.push(await submit(state, account))
    }
    let most = 0
    const { runner } = work(
      state,
      async (job) => {
        order.push(job.id)
        most = Math.max(most, runner.running)
        await sleep(10)
      },
      2,
    )
    for (const id of submitted) await ended(state, id)
    expect(order).toEqual(submitted)
    expect(most).toBeLessThanOrEqual(2)
  })

  it('are put back when the server stops, and taken up by another one without counting as a crash', async () => {
    const where = await place()
    const [one, two] = await Promise.all([open(where), open(where)])
    const account = await addAccount(one, 0)
    const id = await submit(one, account)
    const started = Promise.withResolvers<void>()
    const first = work(one, async (_job, { signal, advance }) => {
      advance(50)
      started.resolve()
      await once(signal, 'abort')
      signal.throwIfAborted()
    })
    await started.promise
    await first.close()
    expect(await findJob(two.db, 'write', id)).toMatchObject({ state: 'running', owner: null, crashes: 0 })
    work(two, async () => 'done')
    expect(await ended(two, id)).toMatchObject({ state: 'success', attempt: 2, crashes: 0 })
  })

  it('that were ended from outside abort their handler, which then changes nothing', async () => {
    const state = await open()
    const account = await addAccount(state, 0)
    const id = await submit(state, account)
    const aborted = Promise.withResolvers<void>()
    const { runner } = work(state, async (_job, { signal }) => {
      await once(signal, 'abort')
      aborted.resolve()
      return 'too late'
    })
    await eventually(() => expect(runner.running).toBe(1))
    await state.write((db) => failJobs(db, { accountId: account }, 'the account was disabled', 7))
    await aborted.promise
    await eventually(() => expect(runner.running).toBe(0))
    expect(await findJob(state.db, 'write', id)).toMatchObject({
      state: 'failure',
      reason: 'the account was disabled',
      result: null,
      ended_at: 7,
    })
  })

  it('of a process that was thought dead cannot be ended by it any more', async () => {
    const where = await place()
    const [one, two] = await Promise.all([open(where), open(where)])
    const account = await addAccount(one, 0)
    const id = await submit(one, account)
    const gate = Promise.withResolvers<string>()
    const slow = work(one, () => gate.promise)
    await eventually(() => expect(slow.runner.running).toBe(1))
    await one.db.updateTable('job').set({ owner: null }).execute()
    const again = await two.write((db) => takeUpJob(db, two.kind, 'write', 'another', 0))
    expect(again).toMatchObject({ id, attempt: 2, owner: 'another' })
    gate.resolve('from the dead')
    await eventually(() => expect(slow.runner.running).toBe(0))
    expect(await findJob(two.db, 'write', id)).toMatchObject({ state: 'running', result: null })
  })

  it('are given up when fifty processes have died of them', async () => {
    const state = await open()
    const account = await addAccount(state, 0)
    const id = await submit(state, account)
    await state.db.updateTable('job').set({ crashes: 50 }).execute()
    const handler = vi.fn(async () => {})
    work(state, handler)
    expect(await ended(state, id)).toMatchObject({
      state: 'failure',
      reason: 'given up after 50 crashes',
    })
    expect(handler).not.toHaveBeenCalled()
  })

  it('end once and whole, however often the process that works on them is killed', async () => {
    const where = await place()
    const state = await open(where)
    const submitted: [number, number][] = []
    for (let index = 0; index < 6; index++) {
      const account = await addAccount(state, 0, `a${index}`)
      submitted.push([account, await submit(state, account)])
    }
    const worker = join(import.meta.dirname, '../../support/job-worker.ts')
    const args = [worker, JSON.stringify(where), directory]
    for (let kill = 0; kill < 5; kill++) {
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      children.add(child)
      await once(child.stdout, 'data')
      await sleep(Math.random() * 100)
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    children.add(spawn(process.execPath, args, { stdio: 'ignore' }))
    for (const [account, id] of submitted) {
      const job = await ended(state, id)
      expect(job).toMatchObject({ state: 'success', result: `{"file":"${id}.txt"}` })
      expect(readFileSync(join(directory, `${id}.txt`), 'utf8')).toBe('0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n')
      expect(await listJobs(state.db, 'write', { accountId: account }, 10)).toHaveLength(1)
    }
  })
})
