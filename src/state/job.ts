// Rows of jobs. A process leases a job under its presence, and every write names that attempt, so a process that was considered dead
// cannot change what its successor does.
import { type ExpressionBuilder, type ExpressionWrapper, type Selectable, type SqlBool, sql } from 'kysely'
import { giveBackToDay } from './counter.ts'
import type { DatabaseKind, Db, JobTable, Schema } from './schema.ts'

/** A job as stored. */
export type JobRow = Selectable<JobTable>

/** What a new job needs. */
type NewJob = Pick<JobRow, 'account_id' | 'kind' | 'key' | 'input' | 'lines' | 'day' | 'created_at'> &
  Partial<Pick<JobRow, 'key_id'>>

/** One attempt at a job; its number is the fencing token. */
export type Attempt = Pick<JobRow, 'id' | 'attempt'>

/** Adds a job in state `init`. A unique conflict (see `isConflict`) means that the account has one of this kind in flight. */
export async function insertJob(db: Db, job: NewJob): Promise<JobRow> {
  return db
    .insertInto('job')
    .values({ ...job, state: 'init', progress: 0, result: null, reason: null, owner: null, ended_at: null })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Leases the oldest job of the kind that is free and due. */
export async function takeUpJob(
  db: Db,
  database: DatabaseKind,
  kind: string,
  owner: string,
  now: number,
): Promise<JobRow | undefined> {
  const next = await db
    .selectFrom('job')
    .select('id')
    .where('kind', '=', kind)
    .where((e) => isWaiting(e, now))
    .orderBy('id')
    .limit(1)
    .$if(database === 'postgres', (query) => query.forUpdate().skipLocked())
    .executeTakeFirst()
  if (next === undefined) return undefined
  return db
    .updateTable('job')
    .set((e) => ({ owner, state: 'running', reason: null, attempt: e('attempt', '+', 1) }))
    .where('id', '=', next.id)
    .returningAll()
    .executeTakeFirst()
}

/** Raises the progress (to at most 99) and stores the checkpoint; false when the attempt was superseded. */
export async function advanceJob(
  db: Db,
  attempt: Attempt,
  progress: number,
  checkpoint?: string,
): Promise<boolean> {
  const bounded = Math.min(99, Math.max(0, Math.floor(progress)))
  const higher = sql<number>`case when progress < ${bounded} then ${bounded} else progress end`
  return changeAttempt(db, attempt, { progress: higher, ...(checkpoint !== undefined && { checkpoint }) })
}

/** Ends a job with success; returns false and changes nothing when the attempt was superseded. */
export async function succeedJob(
  db: Db,
  attempt: Attempt,
  result: string,
  endedAt: number,
): Promise<boolean> {
  return changeAttempt(db, attempt, {
    state: 'success',
    progress: 100,
    result,
    owner: null,
    ended_at: endedAt,
  })
}

/** Releases a job for the next process. */
export async function putJobBack(db: Db, attempt: Attempt): Promise<void> {
  await changeAttempt(db, attempt, { owner: null })
}

/** Releases a job until a time, because something that it needs is unavailable. */
export async function delayJob(db: Db, attempt: Attempt, until: number, reason: string): Promise<void> {
  const retries = sql<number>`retries + 1`
  await changeAttempt(db, attempt, { owner: null, retry_at: until, reason, retries })
}

type Change = { readonly [Name in keyof JobRow]?: JobRow[Name] | ReturnType<typeof sql<JobRow[Name]>> }

async function changeAttempt(db: Db, { id, attempt }: Attempt, change: Change): Promise<boolean> {
  const result = await db
    .updateTable('job')
    .set(change)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Selects jobs to end without success: of one attempt, one job, all of an account, or all that a named key submitted. */
type Ended = Attempt | { readonly id: number } | { readonly accountId: number } | { readonly keyId: number }

/**
 * Ends jobs in flight with failure, returns their lines to the limit, and returns their ids. The process that runs one notices at
 * its next write.
 */
export async function failJobs(db: Db, which: Ended, reason: string, endedAt: number): Promise<number[]> {
  const rows = await db
    .updateTable('job')
    .set({ state: 'failure', reason, owner: null, ended_at: endedAt })
    .where(isInFlight)
    .$if('id' in which, (query) => query.where('id', '=', 'id' in which ? which.id : 0))
    .$if('attempt' in which, (query) => query.where('attempt', '=', 'attempt' in which ? which.attempt : 0))
    .$if('accountId' in which, (query) =>
      query.where('account_id', '=', 'accountId' in which ? which.accountId : 0),
    )
    .$if('keyId' in which, (query) => query.where('key_id', '=', 'keyId' in which ? which.keyId : 0))
    .returning(['id', 'account_id', 'kind', 'day', 'lines'])
    .execute()
  for (const { account_id: accountId, kind, day, lines } of rows)
    if (lines > 0 && accountId !== null) await giveBackToDay(db, { accountId, day, name: kind }, lines)
  return rows.map(({ id }) => id)
}

/** Releases all jobs of a process and adds `crashes` to their crashes; returns their number. */
export async function freeJobs(db: Db, owner: string, crashes: 0 | 1): Promise<number> {
  const result = await db
    .updateTable('job')
    .set((e) => ({ owner: null, crashes: e('crashes', '+', crashes) }))
    .where('owner', '=', owner)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Which of these attempts are current. */
export async function countingAttempts(db: Db, attempts: readonly Attempt[]): Promise<ReadonlySet<number>> {
  if (attempts.length === 0) return new Set()
  const wanted = new Map(attempts.map(({ id, attempt }) => [id, attempt]))
  const rows = await db
    .selectFrom('job')
    .select(['id', 'attempt'])
    .where('id', 'in', [...wanted.keys()])
    .where('state', '=', 'running')
    .execute()
  return new Set(rows.filter(({ id, attempt }) => wanted.get(id) === attempt).map(({ id }) => id))
}

/** A job of a kind, of any account. */
export async function findJob(db: Db, kind: string, id: number): Promise<JobRow | undefined> {
  return db.selectFrom('job').selectAll().where('id', '=', id).where('kind', '=', kind).executeTakeFirst()
}

/** The account's job of this kind that has not ended. */
export async function findJobInFlight(
  db: Db,
  accountId: number | null,
  kind: string,
): Promise<JobRow | undefined> {
  return db
    .selectFrom('job')
    .selectAll()
    .where('account_id', accountId === null ? 'is' : '=', accountId)
    .where('kind', '=', kind)
    .where(isInFlight)
    .executeTakeFirst()
}

/** Selects jobs of a kind: those of an account, newest first; those in flight; or those that ended before a time. */
export type Listed =
  | { readonly accountId: number | null }
  | { readonly inFlight: true }
  | { readonly endedBefore: number }

/** Jobs of a kind. */
export async function listJobs(db: Db, kind: string, which: Listed, limit: number): Promise<JobRow[]> {
  const all = db.selectFrom('job').selectAll().where('kind', '=', kind).limit(limit)
  if ('inFlight' in which) return all.where(isInFlight).orderBy('id').execute()
  if ('endedBefore' in which) return all.where('ended_at', '<', which.endedBefore).orderBy('id').execute()
  const { accountId } = which
  return all
    .where('account_id', accountId === null ? 'is' : '=', accountId)
    .orderBy('id', 'desc')
    .execute()
}

/** Deletes ended jobs. */
export async function deleteJobs(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .deleteFrom('job')
    .where('id', 'in', [...ids])
    .where('ended_at', 'is not', null)
    .execute()
}

/** How many jobs wait for a worker, by kind; those that wait for a later time count unless `now` is given. */
export async function countWaitingJobs(
  db: Db,
  now = Number.MAX_SAFE_INTEGER,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('job')
    .select((e) => ['kind', e.fn.countAll<number>().as('count')])
    .where((e) => isWaiting(e, now))
    .groupBy('kind')
    .execute()
  return new Map(rows.map(({ kind, count }) => [kind, Number(count)]))
}

/** Jobs of a kind that wait for a worker, and when the oldest of them was submitted (milliseconds UTC). */
interface WaitingJobs {
  readonly kind: string
  readonly count: number
  readonly oldest: number
}

/** The jobs that no process works on, by kind: their number and the oldest one. */
export async function observeWaitingJobs(db: Db): Promise<readonly WaitingJobs[]> {
  const rows = await db
    .selectFrom('job')
    .select((e) => ['kind', e.fn.countAll<number>().as('count'), e.fn.min('created_at').as('oldest')])
    .where((e) => isWaiting(e, Number.MAX_SAFE_INTEGER))
    .groupBy('kind')
    .execute()
  return rows.map(({ kind, count, oldest }) => ({ kind, count: Number(count), oldest: Number(oldest) }))
}

type Expressions = ExpressionBuilder<Schema, 'job'>
type Condition = ExpressionWrapper<Schema, 'job', SqlBool>

function isInFlight(e: Expressions): Condition {
  return e('state', 'in', ['init', 'running'])
}

function isWaiting(e: Expressions, now: number): Condition {
  return e.and([isInFlight(e), e('owner', 'is', null), e('retry_at', '<=', now)])
}
