// The key that a job was submitted with, and wrong codes of the second factor.
import { sql } from 'kysely'
import type { Db } from '../schema.ts'
import { createIndex } from './build.ts'

/** Adds the column of keys, null for the first key or a session, and the table of wrong codes. */
export async function addRevokedWork(db: Db): Promise<void> {
  await db.schema.alterTable('job').addColumn('key_id', 'bigint').execute()
  await createIndex(db, 'job', ['key_id'])
  await db.schema
    .createTable('wrong_code')
    .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id'))
    .addColumn('browser', 'text', (c) => c.notNull().check(sql`browser in ('known', 'unknown')`))
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('wrong_code_key', ['account_id', 'browser'])
    .execute()
}
