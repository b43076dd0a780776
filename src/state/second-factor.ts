// Rows of second factors and of recovery codes.
import type { Selectable } from 'kysely'
import type { SecondFactorTable, WrongCodeTable } from './credential-schema.ts'
import type { Db } from './schema.ts'

/** A second factor as stored. */
export type SecondFactorRow = Selectable<SecondFactorTable>

/** The second factor of an account, confirmed or not. */
export async function findSecondFactor(db: Db, accountId: number): Promise<SecondFactorRow | undefined> {
  return db.selectFrom('second_factor').selectAll().where('account_id', '=', accountId).executeTakeFirst()
}

/** Stores an unconfirmed second factor; false when a confirmed one exists. */
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

/** Records that the code of a step was used; false when it or a later one was used already. The first use confirms the factor. */
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

/** Consecutive wrong codes of an account as stored. */
type WrongCodeRow = Selectable<WrongCodeTable>

/** Counts a code before it is checked; wrong codes older than `since` are dropped. Concurrent calls are serialized. */
export async function countCode(
  db: Db,
  { account_id, browser, last_at }: Omit<WrongCodeRow, 'count'>,
  since: number,
): Promise<number> {
  const row = await db
    .insertInto('wrong_code')
    .values({ account_id, browser, count: 1, last_at })
    .onConflict((c) =>
      c.columns(['account_id', 'browser']).doUpdateSet((e) => ({
        count: e
          .case()
          .when('wrong_code.last_at', '<=', since)
          .then(1)
          .else(e('wrong_code.count', '+', 1))
          .end(),
        last_at,
      })),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return row.count
}

/** The wrong codes of an account, if any. */
export async function findWrongCodes(
  db: Db,
  accountId: number,
  browser: WrongCodeRow['browser'],
): Promise<WrongCodeRow | undefined> {
  return db
    .selectFrom('wrong_code')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('browser', '=', browser)
    .executeTakeFirst()
}

/** Deletes the wrong codes of an account: of these browsers, or all. */
export async function forgetWrongCodes(
  db: Db,
  accountId: number,
  browser?: WrongCodeRow['browser'],
): Promise<void> {
  await db
    .deleteFrom('wrong_code')
    .where('account_id', '=', accountId)
    .$if(browser !== undefined, (query) => query.where('browser', '=', browser ?? 'unknown'))
    .execute()
}

/** Removes the second factor of an account and its recovery codes; false when it has none. */
export async function deleteSecondFactor(db: Db, accountId: number): Promise<boolean> {
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  await forgetWrongCodes(db, accountId)
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

/** Uses a recovery code; false when the account has none with this hash. */
export async function takeRecoveryCode(db: Db, accountId: number, hash: string): Promise<boolean> {
  const result = await db
    .deleteFrom('recovery_code')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** The number of recovery codes that an account has left. */
export async function countRecoveryCodes(db: Db, accountId: number): Promise<number> {
  const row = await db
    .selectFrom('recovery_code')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
