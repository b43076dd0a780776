// All jobs of a process: every kind is opened once; all kinds share one runner and are submitted, found, cancelled and purged
// alike.
import { AppError, ERROR_TABLE } from '../error/index.ts'
import {
  type Db,
  deleteJobs,
  disabledAmong,
  failJobs,
  findJob,
  findJobInFlight,
  insertJob,
  isConflict,
  type JobRow,
  type Listed,
  listJobs,
} from '../state/index.ts'
import { type Job, type JobKind, jobOf } from './kind.ts'
import { JobRunner, type RunnerOptions } from './runner.ts'

/** What jobs need; `now` is milliseconds UTC. */
export interface JobsOptions extends RunnerOptions {
  readonly now: () => number
}

/** The jobs of a process. */
export interface Jobs {
  /** Opens a kind and starts working on its jobs. */
  readonly open: <Input, Result>(kind: JobKind<Input, Result>) => JobQueue<Input, Result>
  /** Deletes expired jobs of all kinds. */
  readonly purge: () => Promise<void>
  /** Stops. Running jobs are released for the next start or another process. */
  readonly close: () => Promise<void>
}

/** A job to submit. */
interface Submission<Input> {
  readonly accountId: number | null
  /** The named key of the call; its jobs are cancelled when it is revoked. */
  readonly keyId?: number | undefined
  /** The idempotency key: a job in flight with the same key is the same job. */
  readonly key: string
  readonly input: Input
  /** Takes the job's lines from a limit, in the transaction that adds it. */
  readonly takeLines?: (db: Db) => Promise<{ readonly lines: number; readonly day: string }>
}

/** The job that was added, or the job in flight: the same one if its key is equal, else a conflicting one. */
interface Submitted<Input, Result> {
  readonly created: boolean
  readonly job: Job<Input, Result>
}

/** Jobs of one kind. */
export interface JobQueue<Input, Result> {
  /** Adds a job. An account has at most one job of a kind in flight. */
  readonly submit: (submission: Submission<Input>) => Promise<Submitted<Input, Result>>
  /** Finds a job of an account, or of the server itself, by its id, which may be any text. Fails with `task`. */
  readonly find: (accountId: number | null, id: string) => Promise<Job<Input, Result>>
  /** The job whose id starts a file name: `17-…`. */
  readonly ofFile: (name: string) => Promise<Job<Input, Result> | undefined>
  readonly inFlight: (accountId: number | null) => Promise<Job<Input, Result> | undefined>
  readonly list: (which: Listed, limit: number) => Promise<readonly Job<Input, Result>[]>
  /** Cancels a job in flight; false when it has ended. Its worker notices at its next write. */
  readonly cancel: (job: Job<Input, Result>, reason: string) => Promise<boolean>
  /** When the files of an ended job expire. */
  readonly expiresAt: (job: Job<Input, Result>) => number
  /** Deletes the oldest ended jobs of an account beyond `count`. */
  readonly keepNewest: (accountId: number, count: number) => Promise<void>
  /** Deletes expired jobs. */
  readonly purge: () => Promise<void>
}

/** Rows purged at once. */
const PORTION = 100

/** Opens the jobs of a process. */
export function createJobs(options: JobsOptions): Jobs {
  const runner = new JobRunner(options)
  const queues: JobQueue<never, unknown>[] = []
  return {
    open: (kind) => {
      const queue = openQueue(kind, runner, options)
      queues.push(queue as unknown as JobQueue<never, unknown>)
      return queue
    },
    purge: async () => {
      for (const queue of queues) await queue.purge()
    },
    close: () => runner.close(),
  }
}

function openQueue<Input, Result>(
  kind: JobKind<Input, Result>,
  runner: JobRunner,
  options: JobsOptions,
): JobQueue<Input, Result> {
  const { state, now } = options
  const read = (row: JobRow): Job<Input, Result> => jobOf<Input, Result>(row)
  const { name, concurrency, expiry, discard, forget = discard } = kind
  runner.register({
    name,
    concurrency,
    run: (row, run) => kind.run(read(row), run),
    discard: (row) => discard(read(row)),
    ended: kind.ended,
  })
  const inFlight: JobQueue<Input, Result>['inFlight'] = async (accountId) => {
    const row = await findJobInFlight(state.db, accountId, name)
    return row && read(row)
  }
  const forgetAll = async (jobs: readonly Job<Input, Result>[]): Promise<void> => {
    for (const job of jobs) await forget(job)
    const ids = jobs.map(({ id }) => id)
    if (ids.length > 0) await state.write((db) => deleteJobs(db, ids))
  }
  const list: JobQueue<Input, Result>['list'] = async (which, limit) =>
    (await listJobs(state.db, name, which, limit)).map(read)
  return {
    inFlight,
    list,
    submit: async (submission) => {
      for (;;) {
        const row = await insert(options, name, submission)
        if (row !== undefined) {
          runner.wake()
          return { created: true, job: read(row) }
        }
        const job = await inFlight(submission.accountId)
        // No row: the job ended just now.
        if (job !== undefined) return { created: false, job }
      }
    },
    find: async (accountId, id) => {
      const row = isId(id) ? await findJob(state.db, name, Number(id)) : undefined
      if (row?.account_id !== accountId) throw new AppError('task', ERROR_TABLE.task.text)
      return read(row)
    },
    ofFile: async (file) => {
      const [id = ''] = file.split('-', 1)
      const row = isId(id) ? await findJob(state.db, name, Number(id)) : undefined
      return row === undefined || (await isOfDisabled(state.db, row)) ? undefined : read(row)
    },
    cancel: async (job, reason) => {
      const ended = await state.write((db) => failJobs(db, { id: job.id }, reason, now()))
      if (ended.length > 0) await discard(job)
      return ended.length > 0
    },
    expiresAt: ({ endedAt = 0 }) => endedAt + expiry,
    keepNewest: async (accountId, count) => {
      const jobs = await list({ accountId }, count + PORTION)
      await forgetAll(jobs.filter(({ endedAt }) => endedAt !== undefined).slice(count))
    },
    purge: async () => {
      for (;;) {
        const expired = await list({ endedBefore: now() - expiry }, PORTION)
        await forgetAll(expired)
        if (expired.length < PORTION) break
      }
      await kind.sweep?.(async (id) => (await findJob(state.db, name, id)) !== undefined)
    },
  }
}

/** Adds the row; undefined when another job of the account is in flight. */
async function insert<Input>(
  { state, now }: JobsOptions,
  kind: string,
  { accountId, keyId, key, input, takeLines }: Submission<Input>,
): Promise<JobRow | undefined> {
  const text = JSON.stringify(input)
  try {
    return await state.write(async (db) => {
      const { lines, day } = (await takeLines?.(db)) ?? { lines: 0, day: '' }
      const job = {
        ...{ account_id: accountId, key_id: keyId ?? null, kind, key },
        ...{ input: text, lines, day, created_at: now() },
      }
      return insertJob(db, job)
    })
  } catch (error) {
    if (isConflict(error)) return undefined
    throw error
  }
}

function isId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text)
}

/** Whether the account of a job is disabled; then nobody can read its files. */
async function isOfDisabled(db: Db, { account_id }: JobRow): Promise<boolean> {
  return account_id !== null && (await disabledAmong(db, [account_id])).length > 0
}
