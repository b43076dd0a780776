// Further keys of accounts, and the last use of keys.
import { sql } from 'kysely'
import type { DatabaseKind, Db } from '../schema.ts'
import { createIndex, withId } from './build.ts'

/** Creates the tables of named keys and of their last use; an account's first key stays in the account's row. */
export async function createApiKeyTables(db: Db, kind: DatabaseKind): Promise<void> {
  await withId(db, kind, 'api_key')
    .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('key_hash', 'text', (c) => c.notNull().unique())
    .addColumn('key_cipher', 'text')
    .addColumn('start', 'text', (c) => c.notNull())
    .addColumn('dialect', 'text', (c) => c.notNull().check(sql`dialect in ('documented', 'live')`))
    .addColumn('scopes', 'text', (c) => c.notNull())
    .addColumn('networks', 'text', (c) => c.notNull())
    .addColumn('rate', 'bigint', (c) => c.notNull().check(sql`rate >= 0`))
    .addColumn('expires_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('api_key_name', ['account_id', 'name'])
    .execute()
  await createIndex(db, 'api_key', ['account_id'])
  await db.schema
    .createTable('key_use')
    .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id'))
    .addColumn('key_id', 'bigint', (c) => c.notNull())
    .addColumn('used_at', 'bigint', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('key_use_key', ['account_id', 'key_id'])
    .execute()
}
