// Sign-in without a password: passkeys, the challenges that were used, and identities of an OpenID provider.
import { sql } from 'kysely'
import type { DatabaseKind, Db } from '../schema.ts'
import { createIndex, withId } from './build.ts'

/** Creates the tables. */
export async function createPasskeyTables(db: Db, kind: DatabaseKind): Promise<void> {
  await withId(db, kind, 'passkey')
    .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('credential_id', 'text', (c) => c.notNull().unique())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('user_handle', 'text', (c) => c.notNull())
    .addColumn('transports', 'text', (c) => c.notNull())
    .addColumn('is_synced', 'integer', (c) => c.notNull().check(sql`is_synced in (0, 1)`))
    .addColumn('counter', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('used_at', 'bigint')
    .execute()
  await createIndex(db, 'passkey', ['account_id'])
  await db.schema
    .createTable('used_challenge')
    .addColumn('challenge', 'text', (c) => c.primaryKey())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('identity')
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('identity_key', ['issuer', 'subject'])
    .execute()
  await createIndex(db, 'identity', ['account_id'])
}
