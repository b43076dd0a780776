// Coins: the ledger, and the balance that equals its sum. Every function runs inside the caller's transaction.
import { type Selectable, sql } from 'kysely'
import type { Db, LedgerTable } from './schema.ts'

/** One movement as stored. */
export type LedgerRow = Selectable<LedgerTable>

/** A movement other than a charge. */
interface Movement {
  readonly accountId: number
  /** Positive adds coins, negative removes them. */
  readonly amount: number
  readonly kind: 'grant' | 'refund' | 'correction'
  readonly note: string
  readonly actorId: number | null
  readonly time: number
}

/** Moves coins. Returns false and moves nothing when the free balance is too low. */
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

/** Lists movements of an account before ledger id `before`, newest first. */
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
