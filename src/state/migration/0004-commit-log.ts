// The commit log of records: which units of changes are committed, and who may write.
import type { DatabaseKind, Db } from '../schema.ts'

/** Creates the tables of units and of the write lease. */
export async function createCommitLogTables(db: Db, _kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('commit_unit')
    .addColumn('store', 'text', (c) => c.notNull())
    .addColumn('id', 'bigint', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('phase', 'text', (c) => c.notNull())
    .addColumn('token', 'bigint', (c) => c.notNull())
    .addColumn('replaces', 'integer', (c) => c.notNull())
    .addColumn('removal', 'text', (c) => c.notNull())
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('process', 'text', (c) => c.notNull())
    .addColumn('time', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('commit_unit_key', ['store', 'id'])
    .execute()
  await db.schema
    .createTable('write_lease')
    .addColumn('store', 'text', (c) => c.notNull().primaryKey())
    .addColumn('token', 'bigint', (c) => c.notNull())
    .addColumn('deadline', 'bigint', (c) => c.notNull())
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('process', 'text', (c) => c.notNull())
    .execute()
}
