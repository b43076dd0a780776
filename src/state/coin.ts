// Coins: the ledger, and the balance that repeats its sum. All of it runs inside a caller's transaction.
import { type Selectable, sql } from 'kysely'
import type { Db, LedgerTable } from './schema.ts'

/** One movement as stored. */
export type LedgerRow = Selectable<LedgerTable>

/** A movement that is not a charge. */
export interface Movement {
  readonly accountId: number
  /** Positive adds coins, negative takes them. */
  readonly amount: number
  readonly kind: 'grant' | 'refund' | 'correction'
  readonly note: string
  readonly actorId: number | null
  readonly time: number
}

/** Moves coins. False, and nothing moved, when the free balance does not cover a taking. */
export async function moveCoins(db: Db, movement: Movement): Promise<boolean> {
  const { accountId, amount, kind, note, actorId, time } = movement
  const result = await db
    .updateTable('account')
    .set((e) => ({ balance: e('balance', '+', amount) }))
    .where('id', '=', accountId)
    .where(sql<boolean>`balance + ${amount} >= reserved`)
    .executeTakeFirst()
  if (result.numUpdatedRows === 0n) return false
  await db
    .insertInto('ledger')
    .values({ account_id: accountId, amount, kind, reference: null, note, actor_id: actorId, time })
    .execute()
  return true
}

/** Balance and what of it is held back; undefined for an unknown account. */
export async function readBalance(
  db: Db,
  accountId: number,
): Promise<{ balance: number; reserved: number } | undefined> {
  return db
    .selectFrom('account')
    .select(['balance', 'reserved'])
    .where('id', '=', accountId)
    .executeTakeFirst()
}

/** The coins charged under any of these references. */
export async function chargedFor(db: Db, references: readonly string[]): Promise<number> {
  if (references.length === 0) return 0
  const row = await db
    .selectFrom('ledger')
    .select((e) => e.fn.sum<number | string | null>('amount').as('sum'))
    .where('reference', 'in', [...references])
    .executeTakeFirst()
  return -Number(row?.sum ?? 0)
}

/** Movements of an account, newest first, those before ledger id `before`. */
export async function listLedger(
  db: Db,
  accountId: number,
  before: number,
  limit: number,
): Promise<LedgerRow[]> {
  return db
    .selectFrom('ledger')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
