// Rows of passkeys, and the challenges that were used.
import type { Insertable, Selectable } from 'kysely'
import type { PasskeyTable } from './credential-schema.ts'
import type { Db } from './schema.ts'

/** A passkey as stored. */
export type PasskeyRow = Selectable<PasskeyTable>

/** Adds a passkey. */
export async function insertPasskey(db: Db, passkey: Insertable<PasskeyTable>): Promise<void> {
  await db.insertInto('passkey').values(passkey).execute()
}

/** The passkeys of an account in the order of creation. */
export async function listPasskeyRows(db: Db, accountId: number): Promise<PasskeyRow[]> {
  return db.selectFrom('passkey').selectAll().where('account_id', '=', accountId).orderBy('id').execute()
}

/** The passkey with this credential id. */
export async function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkey').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
}

/** Removes a passkey of an account and returns it; undefined when the account has none with this id. */
export async function deletePasskey(db: Db, accountId: number, id: number): Promise<PasskeyRow | undefined> {
  return db
    .deleteFrom('passkey')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Removes all passkeys of an account and returns how many there were. */
export async function deletePasskeys(db: Db, accountId: number): Promise<number> {
  const result = await db.deleteFrom('passkey').where('account_id', '=', accountId).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Records a use. False when a concurrent use left the same counter or a higher one; authenticators without one always send 0. */
export async function notePasskeyUse(
  db: Db,
  { id, counter, used_at }: Pick<PasskeyRow, 'id' | 'counter'> & { readonly used_at: number },
): Promise<boolean> {
  const result = await db
    .updateTable('passkey')
    .set({ counter, used_at })
    .where('id', '=', id)
    .where((e) => e.or([e('counter', '<', counter), e.and([e('counter', '=', 0), e.lit(counter === 0)])]))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Records that a challenge was used, and forgets expired ones; false when it was used before, or has expired. */
export async function useChallenge(
  db: Db,
  challenge: string,
  expiresAt: number,
  now: number,
): Promise<boolean> {
  // One that expires while its answer is verified must not be forgotten and taken again.
  if (expiresAt <= now) return false
  await db.deleteFrom('used_challenge').where('expires_at', '<=', now).execute()
  const result = await db
    .insertInto('used_challenge')
    .values({ challenge, expires_at: expiresAt })
    .onConflict((c) => c.column('challenge').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}
