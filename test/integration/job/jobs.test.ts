// What every kind of job has in common: submitted once, resumed, delayed by outages, cancelled, purged.
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { AppError } from '../../../src/error/index.ts'
import { createJobs, type JobKind, type JobQueue, ResultFiles } from '../../../src/job/index.ts'
import { findJob, Presence, type State, type StateOptions } from '../../../src/state/index.ts'
import { addAccount, describeStates } from '../../support/state.ts'

const directory = mkdtempSync(join(tmpdir(), 'periplus-jobs-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

interface Input {
  readonly text: string
}

type Kind = JobKind<Input, string>
type Queue = JobQueue<Input, string>

const AWAY = new AppError('unavailable', '503 Service Unavailable: the database is away')
const TOKEN = 'a'.repeat(32)

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

async function ended(queue: Queue, account: number, id: number) {
  return eventually(async () => {
    const job = await queue.find(account, String(id))
    expect(job.state).toMatch(/success|failure/)
    return job
  })
}

describeStates('jobs', ({ open, place }) => {
  const opened: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of opened.splice(0)) await close()
  })

  /** One process that works on jobs of one kind. */
  function start(state: State, kind: Partial<Kind>, now: () => number = Date.now) {
    const presence = new Presence(state)
    const errors: unknown[] = []
    const jobs = createJobs({ state, presence, now, onError: (error) => void errors.push(error) })
    const queue = jobs.open<Input, string>({
      name: 'copy',
      concurrency: 2,
      expiry: 1000,
      run: async ({ input }) => input.text,
      discard: async () => {},
      ...kind,
    })
    const close = async () => {
      await jobs.close()
      await presence.close()
    }
    opened.push(close)
    return { queue, jobs, errors, close }
  }

  async function two(where: StateOptions): Promise<readonly [State, State, number]> {
    const [one, other] = await Promise.all([open(where), open(where)])
    return [one, other, await addAccount(one, 0)]
  }

  it('are added once for one key, also by two processes at the same instant, and anew when that one has ended', async () => {
    const [one, other, account] = await two(await place())
    const gate = Promise.withResolvers<string>()
    const queues = [one, other].map((state) => start(state, { run: () => gate.promise }).queue)
    const submission = { accountId: account, key: 'same', input: { text: 'x' } }
    const both = await Promise.all(queues.map((queue) => queue.submit(submission)))
    expect(new Set(both.map(({ job }) => job.id)).size).toBe(1)
    expect(both.map(({ created }) => created).sort()).toEqual([false, true])
    expect(both.every(({ job }) => job.key === 'same')).toBe(true)
    const [queue] = queues
    if (queue === undefined) throw new Error('no queue')
    const busy = await queue.submit({ ...submission, key: 'another' })
    expect([busy.created, busy.job.key]).toEqual([false, 'same'])
    gate.resolve('done')
    const first = await ended(queue, account, busy.job.id)
    const next = await queue.submit(submission)
    expect([first.result, next.created]).toEqual(['done', true])
    await ended(queue, account, next.job.id)
  })

  it('of the server itself have no account, and one of a kind is in flight too', async () => {
    const { queue } = start(await open(), { run: (_, { signal }) => untilAborted(signal) })
    const submission = { accountId: null, key: 'k', input: { text: '' } }
    const first = await queue.submit(submission)
    const second = await queue.submit(submission)
    expect([first.created, second.created, second.job.id]).toEqual([true, false, first.job.id])
    expect((await queue.inFlight(null))?.id).toBe(first.job.id)
    expect(await queue.cancel(first.job, 'enough')).toBe(true)
  })

  it.each([
    ['a database', AWAY],
    ['the disk', Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' })],
  ])('wait while %s is away, say so, and then succeed', async (_, error) => {
    const state = await open()
    const account = await addAccount(state, 0)
    const discard = vi.fn(async () => {})
    let away = true
    const { queue, errors } = start(state, {
      run: async () => {
        if (away) throw error
        return 'done'
      },
      discard,
    })
    const { job } = await queue.submit({ accountId: account, key: '', input: { text: '' } })
    await eventually(async () =>
      expect(await queue.find(account, String(job.id))).toMatchObject({
        state: 'running',
        reason: expect.stringContaining('503 Service Unavailable: '),
      }),
    )
    away = false
    expect(await ended(queue, account, job.id)).toMatchObject({ state: 'success', result: 'done' })
    expect(await findJob(state.db, 'copy', job.id)).toMatchObject({ crashes: 0, retries: expect.any(Number) })
    expect(errors[0]).toBe(error)
    expect(discard).not.toHaveBeenCalled()
  })

  it('resume from what they kept', async () => {
    const [one, other, account] = await two(await place())
    const first = start(one, {
      run: async (_, { signal, advance }) => {
        advance(40, 'here')
        return untilAborted(signal)
      },
    })
    const { job } = await first.queue.submit({ accountId: account, key: '', input: { text: '' } })
    await eventually(async () =>
      expect(await findJob(one.db, 'copy', job.id)).toMatchObject({ checkpoint: 'here', progress: 40 }),
    )
    await first.close()
    opened.length = 0
    const second = start(other, {
      run: async ({ checkpoint, attempt }) => `${checkpoint} in attempt ${attempt}`,
    })
    expect(await ended(second.queue, account, job.id)).toMatchObject({ result: 'here in attempt 2' })
  })

  it('that are cancelled leave nothing, also what their handler writes after that', async () => {
    const state = await open()
    const account = await addAccount(state, 0)
    const files = new ResultFiles(join(directory, `cancel-${state.kind}`))
    const started = Promise.withResolvers<void>()
    const { queue } = start(state, {
      run: async ({ id }, { signal }) => {
        await files.write(`${id}-${TOKEN}`, ['half'])
        started.resolve()
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        await files.write(`${id}-${TOKEN}`, ['late'])
        throw signal.reason
      },
      discard: ({ id }) => files.remove(id),
    })
    const { job } = await queue.submit({ accountId: account, key: '', input: { text: '' } })
    await started.promise
    expect(await queue.cancel(job, 'enough')).toBe(true)
    expect(await queue.cancel(job, 'enough')).toBe(false)
    await eventually(() => expect(readdirSync(join(directory, `cancel-${state.kind}`))).toEqual([]))
    expect(await queue.find(account, String(job.id))).toMatchObject({ state: 'failure', reason: 'enough' })
  })

  it('that are cancelled fail without a word when their handler misses what was removed', async () => {
    const state = await open()
    const account = await addAccount(state, 0)
    const started = Promise.withResolvers<void>()
    const removed = Promise.withResolvers<void>()
    const handled = Promise.withResolvers<void>()
    const { queue, errors } = start(state, {
      run: async () => {
        started.resolve()
        await removed.promise
        throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
      },
      discard: async () => {
        removed.resolve()
        handled.resolve()
      },
    })
    const { job } = await queue.submit({ accountId: account, key: '', input: { text: '' } })
    await started.promise
    expect(await queue.cancel(job, 'enough')).toBe(true)
    await handled.promise
    const next = await queue.submit({ accountId: account, key: '', input: { text: '' } })
    expect((await ended(queue, account, next.job.id)).reason).toBe('Internal Server Error!')
    // Of the second one only.
    expect(errors).toHaveLength(1)
    expect(await queue.find(account, String(job.id))).toMatchObject({ state: 'failure', reason: 'enough' })
  })

  it('that have expired are forgotten with their files, and so are files that nobody knows', async () => {
    const state = await open()
    const account = await addAccount(state, 0)
    const folder = join(directory, `purge-${state.kind}`)
    const files = new ResultFiles(folder)
    let now = 10_000
    const kind: Partial<Kind> = {
      run: async ({ id }) => {
        await files.write(`${id}-${TOKEN}`, ['x'])
        return 'done'
      },
      discard: ({ id }) => files.remove(id),
      sweep: (isKnown) => files.sweep(isKnown),
    }
    const { queue, jobs } = start(state, kind, () => now)
    const { job } = await queue.submit({ accountId: account, key: '', input: { text: '' } })
    const done = await ended(queue, account, job.id)
    expect(queue.expiresAt(done)).toBe(11_000)
    writeFileSync(join(folder, `999-${TOKEN}.ndjson`), '')
    writeFileSync(join(folder, `998-${TOKEN}.ndjson`), '')
    utimesSync(join(folder, `999-${TOKEN}.ndjson`), 0, 0)
    await jobs.purge()
    expect(readdirSync(folder).sort()).toEqual([`${job.id}-${TOKEN}`, `998-${TOKEN}.ndjson`].sort())
    now += 1001
    await jobs.purge()
    expect(readdirSync(folder)).toEqual([`998-${TOKEN}.ndjson`])
    await expect(queue.find(account, String(job.id))).rejects.toThrow('Task does not exist!')
  })

  it('beyond those that are kept are forgotten, the oldest first', async () => {
    const state = await open()
    const account = await addAccount(state, 0)
    const { queue } = start(state, {})
    const ids: number[] = []
    for (let index = 0; index < 4; index++) {
      const { job } = await queue.submit({ accountId: account, key: String(index), input: { text: '' } })
      ids.push((await ended(queue, account, job.id)).id)
    }
    await queue.keepNewest(account, 2)
    const left = await queue.list({ accountId: account }, 10)
    expect(left.map(({ id }) => id)).toEqual(ids.slice(2).reverse())
  })
})
