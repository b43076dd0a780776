// Accounts, coins, sessions, counters and the audit trail.
import { type CreateTableBuilder, sql } from 'kysely'
import type { DatabaseKind, Db } from '../schema.ts'
import { appendOnly, createIndex, withId } from './build.ts'

/** Creates the tables of the first schema version. */
export async function createAccountTables(db: Db, kind: DatabaseKind): Promise<void> {
  await createAccount(db, kind)
  await createCoins(db, kind)
  await createLogins(db, kind)
  await createCounters(db)
  await createAudit(db, kind)
  await createFacts(db)
}

async function createAccount(db: Db, kind: DatabaseKind): Promise<void> {
  await withId(db, kind, 'account')
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_folded', 'text', (c) => c.notNull().unique())
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('key_hash', 'text', (c) => c.notNull().unique())
    .addColumn('key_cipher', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('level', 'text', (c) => c.notNull().check(sql`level in ('free', 'member', 'enterprise')`))
    .addColumn('level_until', 'bigint')
    .addColumn('role', 'text', (c) => c.notNull().check(sql`role in ('user', 'administrator')`))
    .addColumn('dialect', 'text', (c) => c.notNull().check(sql`dialect in ('documented', 'live')`))
    .addColumn('disabled', 'integer', (c) => c.notNull().check(sql`disabled in (0, 1)`))
    .addColumn('rules_version', 'text')
    .addColumn('rules_time', 'bigint')
    .addColumn('balance', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('reserved', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addCheckConstraint('account_balance', sql`balance >= 0 and reserved >= 0 and reserved <= balance`)
    .execute()
}

async function createCoins(db: Db, kind: DatabaseKind): Promise<void> {
  await withId(db, kind, 'ledger')
    .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id'))
    .addColumn('amount', 'bigint', (c) => c.notNull().check(sql`amount <> 0`))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('reference', 'text', (c) => c.unique())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('actor_id', 'bigint')
    .addColumn('time', 'bigint', (c) => c.notNull())
    .execute()
  await createIndex(db, 'ledger', ['account_id', 'id'])
  await appendOnly(db, kind, 'ledger', ['update', 'delete'])
  await db.schema
    .createTable('reservation')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id'))
    .addColumn('owner', 'text', (c) => c.notNull())
    .addColumn('amount', 'bigint', (c) => c.notNull().check(sql`amount > 0`))
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('time', 'bigint', (c) => c.notNull())
    .execute()
  await createIndex(db, 'reservation', ['owner'])
  await db.schema
    .createTable('owner')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('process', 'text', (c) => c.notNull())
    .addColumn('beat', 'bigint', (c) => c.notNull())
    .execute()
}

async function createLogins(db: Db, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('session')
    .$call(tokenColumns)
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addColumn('address', 'text')
    .execute()
  await createIndex(db, 'session', ['account_id'])
  await createIndex(db, 'session', ['expires_at'])
  await db.schema.createTable('link').$call(tokenColumns).execute()
  await createIndex(db, 'link', ['account_id'])
  await withId(db, kind, 'invitation')
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('email_folded', 'text')
    .addColumn('level', 'text', (c) => c.notNull())
    .addColumn('level_until', 'bigint')
    .addColumn('coins', 'bigint', (c) => c.notNull())
    .addColumn('created_by', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('used_by', 'bigint')
    .execute()
}

function tokenColumns<Table extends string>(table: CreateTableBuilder<Table, never>) {
  return table
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
}

async function createCounters(db: Db): Promise<void> {
  await db.schema
    .createTable('day_counter')
    .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id'))
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('used', 'bigint', (c) => c.notNull().check(sql`used >= 0`))
    .addPrimaryKeyConstraint('day_counter_key', ['account_id', 'day', 'name'])
    .execute()
  await db.schema
    .createTable('usage')
    .addColumn('account_id', 'bigint', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('route', 'text', (c) => c.notNull())
    .addColumn('calls', 'bigint', (c) => c.notNull())
    .addColumn('rows', 'bigint', (c) => c.notNull())
    .addColumn('coins', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('usage_key', ['account_id', 'day', 'route'])
    .execute()
  await db.schema
    .createTable('network')
    .addColumn('account_id', 'bigint', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('network', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('network_key', ['account_id', 'day', 'network'])
    .execute()
}

async function createAudit(db: Db, kind: DatabaseKind): Promise<void> {
  await withId(db, kind, 'audit')
    .addColumn('time', 'bigint', (c) => c.notNull())
    .addColumn('actor_id', 'bigint')
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('subject_id', 'bigint')
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('address', 'text')
    .addColumn('detail', 'text', (c) => c.notNull())
    .execute()
  await createIndex(db, 'audit', ['subject_id', 'id'])
  await createIndex(db, 'audit', ['actor_id', 'id'])
  await createIndex(db, 'audit', ['time'])
  await appendOnly(db, kind, 'audit', ['update'])
}

async function createFacts(db: Db): Promise<void> {
  await db.schema
    .createTable('revision')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('meta')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute()
  await sql`insert into revision (name, value) values ('account', 1)`.execute(db)
}
