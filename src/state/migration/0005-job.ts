// Tasks become jobs: some belong to no account, and each has a key, a checkpoint and a time of the next retry.
import { sql } from 'kysely'
import type { DatabaseKind, Db } from '../schema.ts'
import { createIndex, withId } from './build.ts'

const COLUMNS = sql.raw(
  'id, account_id, kind, state, progress, input, result, reason, lines, day, owner, attempt, crashes, created_at, ended_at',
)

/** Creates the table of jobs, moves the tasks into it with their ids, and removes the old table. */
export async function createJobTable(db: Db, kind: DatabaseKind): Promise<void> {
  await withId(db, kind, 'job')
    .addColumn('account_id', 'bigint', (c) => c.references('account.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('key', 'text')
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('init', 'running', 'success', 'failure')`),
    )
    .addColumn('progress', 'integer', (c) => c.notNull())
    .addColumn('input', 'text', (c) => c.notNull())
    .addColumn('checkpoint', 'text')
    .addColumn('result', 'text')
    .addColumn('reason', 'text')
    .addColumn('lines', 'bigint', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('owner', 'text')
    .addColumn('attempt', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('crashes', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('retries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('retry_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .addCheckConstraint(
      'job_progress',
      sql`progress between 0 and 100 and (progress = 100) = (state = 'success')`,
    )
    .execute()
  await moveTasks(db, kind)
  await db.schema.dropTable('task').execute()
  await createIndex(db, 'job', ['account_id', 'id'])
  await createIndex(db, 'job', ['owner'])
  await sql`create unique index job_one_in_flight on job (coalesce(account_id, 0), kind) where state in ('init', 'running')`.execute(
    db,
  )
}

async function moveTasks(db: Db, kind: DatabaseKind): Promise<void> {
  const own = kind === 'postgres' ? sql`overriding system value` : sql``
  await sql`insert into job (${COLUMNS}) ${own} select ${COLUMNS} from task`.execute(db)
  // An id is never reused, even after its row was deleted.
  if (kind === 'postgres') {
    await sql`select setval(pg_get_serial_sequence('job', 'id'), greatest(1, coalesce(pg_sequence_last_value(pg_get_serial_sequence('task', 'id')::regclass), 0)), pg_sequence_last_value(pg_get_serial_sequence('task', 'id')::regclass) is not null)`.execute(
      db,
    )
    return
  }
  await sql`delete from sqlite_sequence where name = 'job'`.execute(db)
  await sql`insert into sqlite_sequence (name, seq) select 'job', seq from sqlite_sequence where name = 'task'`.execute(
    db,
  )
}
