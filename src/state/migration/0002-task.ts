// Tasks that outlive the request that started them.
import { sql } from 'kysely'
import type { DatabaseKind, Db } from '../schema.ts'
import { createIndex, withId } from './build.ts'

/** Creates the table of tasks. The database itself prevents a caller from having two of a kind in progress. */
export async function createTaskTable(db: Db, kind: DatabaseKind): Promise<void> {
  await withId(db, kind, 'task')
    .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('init', 'running', 'success', 'failure')`),
    )
    .addColumn('progress', 'integer', (c) => c.notNull())
    .addColumn('input', 'text', (c) => c.notNull())
    .addColumn('result', 'text')
    .addColumn('reason', 'text')
    .addColumn('lines', 'bigint', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('owner', 'text')
    .addColumn('attempt', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('crashes', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .addCheckConstraint(
      'task_progress',
      sql`progress between 0 and 100 and (progress = 100) = (state = 'success')`,
    )
    .execute()
  await createIndex(db, 'task', ['account_id', 'id'])
  await createIndex(db, 'task', ['owner'])
  await sql`create unique index task_one_under_way on task (account_id, kind) where state in ('init', 'running')`.execute(
    db,
  )
}
