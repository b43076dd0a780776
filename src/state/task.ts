// Rows of tasks. Whoever works on one has taken it up under its presence; every write of the work names that attempt, so a
// process that was taken for dead can no longer change what another one does over.
import { type Selectable, sql } from 'kysely'
import { giveBackToDay } from './counter.ts'
import type { DatabaseKind, Db, TaskTable } from './schema.ts'

/** A task as stored. */
export type TaskRow = Selectable<TaskTable>

/** What a new task needs. */
export type NewTask = Pick<TaskRow, 'account_id' | 'kind' | 'input' | 'lines' | 'day' | 'created_at'>

/** One taking up of a task. */
export type Attempt = Pick<TaskRow, 'id' | 'attempt'>

const UNDER_WAY = ['init', 'running'] as const

/** Adds a task in state `init`. A unique conflict (see `isConflict`) means that the caller has one of the kind under way. */
export async function insertTask(db: Db, task: NewTask): Promise<number> {
  const row = await db
    .insertInto('task')
    .values({ ...task, state: 'init', progress: 0, result: null, reason: null, owner: null, ended_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Takes the oldest task of the kind that nobody works on; undefined when there is none. */
export async function takeUpTask(
  db: Db,
  database: DatabaseKind,
  kind: string,
  owner: string,
): Promise<TaskRow | undefined> {
  const next = await db
    .selectFrom('task')
    .select('id')
    .where('kind', '=', kind)
    .where('state', 'in', UNDER_WAY)
    .where('owner', 'is', null)
    .orderBy('id')
    .limit(1)
    .$if(database === 'postgres', (query) => query.forUpdate().skipLocked())
    .executeTakeFirst()
  if (next === undefined) return undefined
  return db
    .updateTable('task')
    .set((e) => ({ owner, state: 'running', attempt: e('attempt', '+', 1) }))
    .where('id', '=', next.id)
    .returningAll()
    .executeTakeFirst()
}

/** Moves the progress forward (at most to 99); false when the attempt no longer counts. */
export async function advanceTask(db: Db, attempt: Attempt, progress: number): Promise<boolean> {
  const bounded = Math.min(99, Math.max(0, Math.floor(progress)))
  const result = await db
    .updateTable('task')
    .set({ progress: sql<number>`case when progress < ${bounded} then ${bounded} else progress end` })
    .where('id', '=', attempt.id)
    .where('attempt', '=', attempt.attempt)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Ends a task with success; false when the attempt no longer counts, and nothing has changed then. */
export async function succeedTask(
  db: Db,
  attempt: Attempt,
  result: string,
  endedAt: number,
): Promise<boolean> {
  const done = await db
    .updateTable('task')
    .set({ state: 'success', progress: 100, result, owner: null, ended_at: endedAt })
    .where('id', '=', attempt.id)
    .where('attempt', '=', attempt.attempt)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Ends a task with failure and gives its lines back; false when the attempt no longer counts. */
export async function failTask(db: Db, attempt: Attempt, reason: string, endedAt: number): Promise<boolean> {
  const rows = await db
    .updateTable('task')
    .set({ state: 'failure', reason, owner: null, ended_at: endedAt })
    .where('id', '=', attempt.id)
    .where('attempt', '=', attempt.attempt)
    .where('state', 'in', UNDER_WAY)
    .returning(['account_id', 'kind', 'day', 'lines'])
    .execute()
  for (const row of rows) await giveLinesBack(db, row)
  return rows.length > 0
}

/** Ends everything an account has under way, and returns the ids; who works on it notices at its next write. */
export async function cancelTasks(
  db: Db,
  accountId: number,
  reason: string,
  endedAt: number,
): Promise<number[]> {
  const rows = await db
    .updateTable('task')
    .set({ state: 'failure', reason, owner: null, ended_at: endedAt })
    .where('account_id', '=', accountId)
    .where('state', 'in', UNDER_WAY)
    .returning(['id', 'account_id', 'kind', 'day', 'lines'])
    .execute()
  for (const row of rows) await giveLinesBack(db, row)
  return rows.map(({ id }) => id)
}

/** Ends one task of an account; false when it is not under way. Who works on it notices at its next write. */
export async function cancelTask(
  db: Db,
  task: Pick<TaskRow, 'account_id' | 'id'>,
  reason: string,
  endedAt: number,
): Promise<boolean> {
  const rows = await db
    .updateTable('task')
    .set({ state: 'failure', reason, owner: null, ended_at: endedAt })
    .where('id', '=', task.id)
    .where('account_id', '=', task.account_id)
    .where('state', 'in', UNDER_WAY)
    .returning(['account_id', 'kind', 'day', 'lines'])
    .execute()
  for (const row of rows) await giveLinesBack(db, row)
  return rows.length > 0
}

async function giveLinesBack(
  db: Db,
  { account_id, kind, day, lines }: Pick<TaskRow, 'account_id' | 'kind' | 'day' | 'lines'>,
): Promise<void> {
  if (lines > 0) await giveBackToDay(db, { accountId: account_id, day, name: kind }, lines)
}

/** Puts a task back for whoever comes first. */
export async function putTaskBack(db: Db, attempt: Attempt): Promise<void> {
  await db
    .updateTable('task')
    .set({ owner: null })
    .where('id', '=', attempt.id)
    .where('attempt', '=', attempt.attempt)
    .where('state', '=', 'running')
    .execute()
}

/** Puts all tasks of a process back, as its crashes when `crashes` is 1; returns how many. */
export async function freeTasks(db: Db, owner: string, crashes: 0 | 1): Promise<number> {
  const result = await db
    .updateTable('task')
    .set((e) => ({ owner: null, crashes: e('crashes', '+', crashes) }))
    .where('owner', '=', owner)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Which of these attempts still count. */
export async function countingAttempts(db: Db, attempts: readonly Attempt[]): Promise<ReadonlySet<number>> {
  if (attempts.length === 0) return new Set()
  const wanted = new Map(attempts.map(({ id, attempt }) => [id, attempt]))
  const rows = await db
    .selectFrom('task')
    .select(['id', 'attempt'])
    .where('id', 'in', [...wanted.keys()])
    .where('state', '=', 'running')
    .execute()
  return new Set(rows.filter(({ id, attempt }) => wanted.get(id) === attempt).map(({ id }) => id))
}

/** A task of the account. */
export async function findTask(db: Db, accountId: number, id: number): Promise<TaskRow | undefined> {
  return db
    .selectFrom('task')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** A task of a kind, whoever's it is. */
export async function findTaskOfKind(db: Db, kind: string, id: number): Promise<TaskRow | undefined> {
  return db.selectFrom('task').selectAll().where('id', '=', id).where('kind', '=', kind).executeTakeFirst()
}

/** The account's task of this kind that has not ended. */
export async function findTaskUnderWay(
  db: Db,
  accountId: number,
  kind: string,
): Promise<TaskRow | undefined> {
  return db
    .selectFrom('task')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('state', 'in', UNDER_WAY)
    .executeTakeFirst()
}

/** Everybody's tasks of a kind that have not ended. */
export async function listTasksUnderWay(db: Db, kind: string): Promise<TaskRow[]> {
  return db
    .selectFrom('task')
    .selectAll()
    .where('kind', '=', kind)
    .where('state', 'in', UNDER_WAY)
    .orderBy('id')
    .execute()
}

/** The account's latest tasks of a kind, newest first. */
export async function listTasks(db: Db, accountId: number, kind: string, limit: number): Promise<TaskRow[]> {
  return db
    .selectFrom('task')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Tasks of a kind that ended before a time, oldest first: their files may go. */
export async function listEndedTasks(
  db: Db,
  kind: string,
  before: number,
  limit: number,
): Promise<TaskRow[]> {
  return db
    .selectFrom('task')
    .selectAll()
    .where('kind', '=', kind)
    .where('ended_at', '<', before)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Forgets ended tasks. */
export async function deleteTasks(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .deleteFrom('task')
    .where('id', 'in', [...ids])
    .where('state', 'not in', UNDER_WAY)
    .execute()
}

/** How many tasks wait for a worker, by kind. */
export async function countWaitingByKind(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('task')
    .select((e) => ['kind', e.fn.countAll<number>().as('count')])
    .where('state', 'in', UNDER_WAY)
    .where('owner', 'is', null)
    .groupBy('kind')
    .execute()
  return new Map(rows.map(({ kind, count }) => [kind, Number(count)]))
}

/** How many tasks of a kind wait for a worker. */
export async function countWaitingTasks(db: Db, kind: string): Promise<number> {
  const row = await db
    .selectFrom('task')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .where('state', 'in', UNDER_WAY)
    .where('owner', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
