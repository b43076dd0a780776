// Coins: the ledger, the balance that repeats its sum, and reservations. All of it runs inside a caller's transaction.
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { DatabaseKind, Db, LedgerTable } from './schema.ts'

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

/** A wish to hold coins back. */
export interface ReservationWish {
  readonly id: string
  readonly accountId: number
  readonly amount: number
  readonly purpose: string
}

/** How a reservation ends: `charge` coins are spent (0 = all are released). */
export interface ReservationEnd {
  readonly id: string
  readonly charge: number
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

/**
 * Holds coins back for one account's wishes, first come first served; returns the ids of those that the free balance covers.
 * The account's row stays locked until the transaction ends, so two racers never see the same last coin.
 */
export async function reserveCoins(
  db: Db,
  kind: DatabaseKind,
  owner: string,
  wishes: readonly ReservationWish[],
  time: number,
): Promise<ReadonlySet<string>> {
  const granted = new Set<string>()
  for (const [accountId, group] of byAccount(wishes)) {
    const fitting = await firstFitting(db, kind, accountId, group)
    if (fitting.length === 0) continue
    const sum = total(fitting)
    await db
      .updateTable('account')
      .set((e) => ({ reserved: e('reserved', '+', sum) }))
      .where('id', '=', accountId)
      .execute()
    const rows = fitting.map(({ id, amount, purpose }) => ({
      id,
      account_id: accountId,
      owner,
      amount,
      purpose,
      time,
    }))
    await db.insertInto('reservation').values(rows).execute()
    for (const wish of fitting) granted.add(wish.id)
  }
  return granted
}

async function firstFitting(
  db: Db,
  kind: DatabaseKind,
  accountId: number,
  wishes: readonly ReservationWish[],
): Promise<ReservationWish[]> {
  const row = await db
    .selectFrom('account')
    .select(['balance', 'reserved'])
    .where('id', '=', accountId)
    .$if(kind === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()
  let free = row === undefined ? 0 : row.balance - row.reserved
  return wishes.filter(({ amount }) => {
    if (amount > free) return false
    free -= amount
    return true
  })
}

/**
 * Ends reservations: what is charged goes to the ledger, the rest is free again. Returns what each one was charged; a
 * reservation that is gone (ended before, or released because its process was taken for dead) is missing there.
 */
export async function endReservations(
  db: Db,
  ends: readonly ReservationEnd[],
  time: number,
): Promise<ReadonlyMap<string, number>> {
  const charges = new Map(ends.map(({ id, charge }) => [id, charge]))
  const gone = await db
    .deleteFrom('reservation')
    .where('id', 'in', [...charges.keys()])
    .returning(['id', 'account_id', 'amount', 'purpose'])
    .execute()
  const held = gone.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    amount: row.amount,
    purpose: row.purpose,
    charge: Math.min(row.amount, charges.get(row.id) ?? 0),
  }))
  for (const [accountId, group] of byAccount(held)) {
    const charge = group.reduce((sum, one) => sum + one.charge, 0)
    await freeReserved(db, accountId, total(group), charge)
  }
  const rows = held.filter(({ charge }) => charge > 0)
  if (rows.length > 0) await insertCharges(db, rows, time)
  return new Map(held.map(({ id, charge }) => [id, charge]))
}

/** Releases everything that a process held back; returns how many reservations that were. */
export async function releaseReservations(db: Db, owner: string): Promise<number> {
  const gone = await db
    .deleteFrom('reservation')
    .where('owner', '=', owner)
    .returning(['account_id', 'amount'])
    .execute()
  const held = gone.map((row) => ({ accountId: row.account_id, amount: row.amount }))
  for (const [accountId, group] of byAccount(held)) await freeReserved(db, accountId, total(group), 0)
  return gone.length
}

async function freeReserved(db: Db, accountId: number, amount: number, charge: number): Promise<void> {
  await db
    .updateTable('account')
    .set((e) => ({ reserved: e('reserved', '-', amount), balance: e('balance', '-', charge) }))
    .where('id', '=', accountId)
    .execute()
}

async function insertCharges(
  db: Db,
  charges: readonly { id: string; accountId: number; charge: number; purpose: string }[],
  time: number,
): Promise<void> {
  const rows = charges.map(({ id, accountId, charge, purpose }) => ({
    account_id: accountId,
    amount: -charge,
    kind: 'charge' as const,
    reference: id,
    note: purpose,
    actor_id: accountId,
    time,
  }))
  await db.insertInto('ledger').values(rows).execute()
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

// Accounts in rising order, so that two transactions never wait for each other's row.
function byAccount<Item extends { readonly accountId: number }>(items: readonly Item[]): [number, Item[]][] {
  return [...Map.groupBy(items, ({ accountId }) => accountId)].sort(([a], [b]) => a - b)
}

function total(items: readonly { readonly amount: number }[]): number {
  return items.reduce((sum, { amount }) => sum + amount, 0)
}
