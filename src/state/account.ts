// Rows of accounts. Every change also raises the revision that tells other processes to drop their caches.
import type { Selectable, Updateable } from 'kysely'
import type { AccountTable, DatabaseKind, Db } from './schema.ts'

/** An account as stored. */
export type AccountRow = Selectable<AccountTable>

/** What a new account needs. */
export type NewAccount = Omit<AccountRow, 'id' | 'balance' | 'reserved'>

/** The columns that may be changed directly; coins move only through the ledger. */
export type AccountChange = Omit<Updateable<AccountTable>, 'id' | 'balance' | 'reserved' | 'created_at'>

/** Adds an account and returns its id. */
export async function insertAccount(db: Db, account: NewAccount): Promise<number> {
  await raiseRevision(db)
  const row = await db.insertInto('account').values(account).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** Changes an account; false when no account has this id. */
export async function updateAccount(db: Db, id: number, change: AccountChange): Promise<boolean> {
  await raiseRevision(db)
  const result = await db.updateTable('account').set(change).where('id', '=', id).executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** The account with this lower-case e-mail. */
export async function findByEmail(db: Db, emailFolded: string): Promise<AccountRow | undefined> {
  return db.selectFrom('account').selectAll().where('email_folded', '=', emailFolded).executeTakeFirst()
}

/** The account with this keyed hash of its key. */
export async function findByKeyHash(db: Db, keyHash: string): Promise<AccountRow | undefined> {
  return db.selectFrom('account').selectAll().where('key_hash', '=', keyHash).executeTakeFirst()
}

/** The account of this id. */
export async function findById(db: Db, id: number): Promise<AccountRow | undefined> {
  return db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Finds an account and locks its row until the transaction ends. SQLite has only one writer at a time anyway. */
export async function holdAccount(db: Db, kind: DatabaseKind, id: number): Promise<AccountRow | undefined> {
  return db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', id)
    .$if(kind === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()
}

/** Lists accounts in the order of creation, at most `limit`, starting after id `after`. */
export async function listAccountRows(db: Db, after: number, limit: number): Promise<AccountRow[]> {
  return db.selectFrom('account').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute()
}

/** E-mails by account id. */
export async function emailsOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('account')
    .select(['id', 'email'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, email }) => [id, email]))
}

/** Returns those of the accounts that are disabled. */
export async function disabledAmong(db: Db, ids: readonly number[]): Promise<readonly number[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where('id', 'in', [...ids])
    .where('disabled', '=', 1)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns those of the accounts that are enabled administrators. */
export async function administratorsAmong(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where('id', 'in', [...ids])
    .where('role', '=', 'administrator')
    .where('disabled', '=', 0)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Counts all accounts, and the administrators that may sign in. */
export async function countAccounts(db: Db): Promise<{ all: number; administrators: number }> {
  const row = await db
    .selectFrom('account')
    .select((e) => [
      e.fn.countAll<number>().as('all'),
      e.fn
        .countAll<number>()
        .filterWhere('role', '=', 'administrator')
        .filterWhere('disabled', '=', 0)
        .as('administrators'),
    ])
    .executeTakeFirstOrThrow()
  return { all: Number(row.all), administrators: Number(row.administrators) }
}

/** A number that grows whenever any process changes an account. */
export async function accountRevision(db: Db): Promise<number> {
  const row = await db
    .selectFrom('revision')
    .select('value')
    .where('name', '=', 'account')
    .executeTakeFirstOrThrow()
  return row.value
}

/**
 * Raises the revision of accounts. Must come first in every change: the row that it locks also serializes changes of accounts, so
 * that a condition over several accounts (one administrator must remain) can be checked inside the transaction.
 */
export async function raiseRevision(db: Db): Promise<void> {
  await db
    .updateTable('revision')
    .set((e) => ({ value: e('value', '+', 1) }))
    .where('name', '=', 'account')
    .execute()
}
