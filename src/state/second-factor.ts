// Rows of second factors and of recovery codes.
import type { Selectable } from 'kysely'
import type { SecondFactorTable } from './credential-schema.ts'
import type { Db } from './schema.ts'

/** A second factor as stored. */
export type SecondFactorRow = Selectable<SecondFactorTable>

/** The second factor of an account, confirmed or not. */
export async function findSecondFactor(db: Db, accountId: number): Promise<SecondFactorRow | undefined> {
  return db.selectFrom('second_factor').selectAll().where('account_id', '=', accountId).executeTakeFirst()
}

/** Stores a second factor that is not confirmed yet; false when a confirmed one exists. */
export async function putSecondFactor(db: Db, accountId: number, cipher: string): Promise<boolean> {
  const result = await db
    .insertInto('second_factor')
    .values({ account_id: accountId, secret_cipher: cipher, confirmed_at: null, last_step: 0 })
    .onConflict((c) =>
      c
        .column('account_id')
        .doUpdateSet({ secret_cipher: cipher, last_step: 0 })
        .where('second_factor.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Notes that the code of a step was used; false when it or a later one was used already. Confirms the factor at the first use. */
export async function useStep(db: Db, row: SecondFactorRow, step: number, now: number): Promise<boolean> {
  const result = await db
    .updateTable('second_factor')
    .set({ last_step: step, confirmed_at: row.confirmed_at ?? now })
    .where('account_id', '=', row.account_id)
    .where('secret_cipher', '=', row.secret_cipher)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Removes the second factor of an account and its recovery codes; false when it has none. */
export async function deleteSecondFactor(db: Db, accountId: number): Promise<boolean> {
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  const result = await db.deleteFrom('second_factor').where('account_id', '=', accountId).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Replaces the recovery codes of an account by these hashes. */
export async function replaceRecoveryCodes(
  db: Db,
  accountId: number,
  hashes: readonly string[],
): Promise<void> {
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  await db
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ account_id: accountId, code_hash })))
    .execute()
}

/** Uses a recovery code up; false when the account has none of this hash. */
export async function takeRecoveryCode(db: Db, accountId: number, hash: string): Promise<boolean> {
  const result = await db
    .deleteFrom('recovery_code')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** How many recovery codes an account has left. */
export async function countRecoveryCodes(db: Db, accountId: number): Promise<number> {
  const row = await db
    .selectFrom('recovery_code')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
