// Rows of named keys and of the last use of every key.
import type { Insertable, Selectable, Updateable } from 'kysely'
import { raiseRevision } from './account.ts'
import type { ApiKeyTable, KeyUseTable } from './credential-schema.ts'
import type { DatabaseKind, Db } from './schema.ts'

/** A named key as stored. */
export type ApiKeyRow = Selectable<ApiKeyTable>

/** The last use of a key as stored; `key_id` is 0 for the account's first key. */
export type KeyUseRow = Selectable<KeyUseTable>

/** Adds a key and returns its id. */
export async function insertApiKey(db: Db, key: Insertable<ApiKeyTable>): Promise<number> {
  await raiseRevision(db)
  const row = await db.insertInto('api_key').values(key).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** The key with this keyed hash. */
export async function findApiKeyByHash(db: Db, keyHash: string): Promise<ApiKeyRow | undefined> {
  return db.selectFrom('api_key').selectAll().where('key_hash', '=', keyHash).executeTakeFirst()
}

/** The named keys of an account in the order of creation. */
export async function listApiKeyRows(db: Db, accountId: number): Promise<ApiKeyRow[]> {
  return db.selectFrom('api_key').selectAll().where('account_id', '=', accountId).orderBy('id').execute()
}

/** Changes a key. */
export async function updateApiKey(
  db: Db,
  id: number,
  change: Pick<Updateable<ApiKeyTable>, 'key_hash' | 'key_cipher' | 'start'>,
): Promise<void> {
  await raiseRevision(db)
  await db.updateTable('api_key').set(change).where('id', '=', id).execute()
}

/** Removes a key of an account and returns it; undefined when the account has no key with this id. */
export async function deleteApiKey(db: Db, accountId: number, id: number): Promise<ApiKeyRow | undefined> {
  await raiseRevision(db)
  const row = await db
    .deleteFrom('api_key')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  await db.deleteFrom('key_use').where('account_id', '=', accountId).where('key_id', '=', id).execute()
  return row
}

/** Returns those of the keyed hashes that are still the hash of a key, which has not expired. */
export async function validKeys(
  db: Db,
  hashes: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set()
  const first = db
    .selectFrom('account')
    .select('key_hash')
    .where('key_hash', 'in', [...hashes])
  const named = db
    .selectFrom('api_key')
    .select('key_hash')
    .where('key_hash', 'in', [...hashes])
    .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', now)]))
  const rows = await first.unionAll(named).execute()
  return new Set(rows.map(({ key_hash }) => key_hash))
}

/** Records the last uses of keys, except of keys that were revoked meanwhile. */
export async function noteKeyUses(db: Db, database: DatabaseKind, uses: readonly KeyUseRow[]): Promise<void> {
  const ids = uses.map(({ key_id }) => key_id).filter((id) => id !== 0)
  const rows = await db
    .selectFrom('api_key')
    .select('id')
    .where('id', 'in', [0, ...ids])
    // A concurrent revocation waits, and then deletes the rows written here.
    .$if(database === 'postgres', (query) => query.forShare())
    .execute()
  const existing = new Set([0, ...rows.map(({ id }) => id)])
  for (const use of uses.filter(({ key_id }) => existing.has(key_id))) {
    const { used_at, address } = use
    await db
      .insertInto('key_use')
      .values(use)
      .onConflict((c) => c.columns(['account_id', 'key_id']).doUpdateSet({ used_at, address }))
      .execute()
  }
}

/** The last uses of an account's keys. */
export async function listKeyUses(db: Db, accountId: number): Promise<KeyUseRow[]> {
  return db.selectFrom('key_use').selectAll().where('account_id', '=', accountId).execute()
}
