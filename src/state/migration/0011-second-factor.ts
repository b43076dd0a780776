// The second factor of logins: one-time codes of an app, and recovery codes.
import type { Db } from '../schema.ts'

/** Creates the tables of second factors. */
export async function createSecondFactorTables(db: Db): Promise<void> {
  await db.schema
    .createTable('second_factor')
    .addColumn('account_id', 'bigint', (c) => c.primaryKey().references('account.id'))
    .addColumn('secret_cipher', 'text', (c) => c.notNull())
    .addColumn('confirmed_at', 'bigint')
    .addColumn('last_step', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('recovery_code')
    .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id'))
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('recovery_code_key', ['account_id', 'code_hash'])
    .execute()
}
