// Coins reserved for running calls. Every function runs inside the caller's transaction, and many calls share one.
import { type DeleteQueryBuilder, type DeleteResult, sql } from 'kysely'
import type { DatabaseKind, Db, Schema } from './schema.ts'

/** A request to reserve coins. */
export interface ReservationRequest {
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

/**
 * Reserves coins, first come first served within an account; returns the ids of the requests that the free balance covers.
 * The accounts' rows stay locked until the transaction ends, so two concurrent calls never get the same last coin.
 */
export async function reserveCoins(
  db: Db,
  kind: DatabaseKind,
  owner: string,
  requests: readonly ReservationRequest[],
  time: number,
): Promise<ReadonlySet<string>> {
  const free = await lockBalances(db, kind, requests)
  const fitting = requests.filter(({ accountId, amount }) => {
    const left = (free.get(accountId) ?? 0) - amount
    if (left >= 0) free.set(accountId, left)
    return left >= 0
  })
  if (fitting.length === 0) return new Set()
  const rows = fitting.map(({ id, accountId, amount, purpose }) => ({
    id,
    account_id: accountId,
    owner,
    amount,
    purpose,
    time,
  }))
  await addToColumn(
    db,
    'reserved',
    sumByAccount(fitting, ({ amount }) => amount),
  )
  await db.insertInto('reservation').values(rows).execute()
  return new Set(fitting.map(({ id }) => id))
}

// In ascending order of account ids, so that two transactions never deadlock.
async function lockBalances(
  db: Db,
  kind: DatabaseKind,
  items: readonly { readonly accountId: number }[],
): Promise<Map<number, number>> {
  const ids = [...new Set(items.map(({ accountId }) => accountId))]
  const rows = await db
    .selectFrom('account')
    .select(['id', 'balance', 'reserved'])
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(kind === 'postgres', (query) => query.forUpdate())
    .execute()
  return new Map(rows.map(({ id, balance, reserved }) => [id, balance - reserved]))
}

/**
 * Ends reservations: the charge goes to the ledger, the rest is released. Returns the charge of each one; a reservation that no
 * longer exists (ended before, or released because its process was considered dead) is missing in the result.
 */
export async function endReservations(
  db: Db,
  kind: DatabaseKind,
  ends: readonly ReservationEnd[],
  time: number,
): Promise<ReadonlyMap<string, number>> {
  const charges = new Map(ends.map(({ id, charge }) => [id, charge]))
  const held = await takeReservations(db, (query) => query.where('id', 'in', [...charges.keys()]))
  const ended = held.map((one) => ({ ...one, charge: Math.min(one.amount, charges.get(one.id) ?? 0) }))
  await freeCoins(db, kind, ended)
  const rows = ended
    .filter(({ charge }) => charge > 0)
    .map(({ id, accountId, charge, purpose }) => ({
      account_id: accountId,
      amount: -charge,
      kind: 'charge' as const,
      reference: id,
      note: purpose,
      actor_id: accountId,
      time,
    }))
  if (rows.length > 0) await db.insertInto('ledger').values(rows).execute()
  return new Map(ended.map(({ id, charge }) => [id, charge]))
}

/** Releases all reservations of a process; returns their number. */
export async function releaseReservations(db: Db, kind: DatabaseKind, owner: string): Promise<number> {
  const held = await takeReservations(db, (query) => query.where('owner', '=', owner))
  await freeCoins(
    db,
    kind,
    held.map((one) => ({ ...one, charge: 0 })),
  )
  return held.length
}

interface Held {
  readonly id: string
  readonly accountId: number
  readonly amount: number
  readonly purpose: string
}

type Deletion = DeleteQueryBuilder<Schema, 'reservation', DeleteResult>

async function takeReservations(db: Db, which: (query: Deletion) => Deletion): Promise<Held[]> {
  const rows = await which(db.deleteFrom('reservation'))
    .returning(['id', 'account_id', 'amount', 'purpose'])
    .execute()
  return rows.map(({ account_id, ...rest }) => ({ ...rest, accountId: account_id }))
}

async function freeCoins(
  db: Db,
  kind: DatabaseKind,
  ended: readonly (Held & { readonly charge: number })[],
): Promise<void> {
  if (ended.length === 0) return
  if (kind === 'postgres') await lockBalances(db, kind, ended)
  const spent = sumByAccount(ended, ({ charge }) => -charge)
  const freed = sumByAccount(ended, ({ amount }) => -amount)
  // The order that keeps `reserved` within the balance at every moment.
  await addToColumn(db, 'reserved', freed)
  await addToColumn(db, 'balance', spent)
}

function sumByAccount<Item extends { readonly accountId: number }>(
  items: readonly Item[],
  amountOf: (item: Item) => number,
): Map<number, number> {
  const sums = new Map<number, number>()
  for (const item of items) sums.set(item.accountId, (sums.get(item.accountId) ?? 0) + amountOf(item))
  return sums
}

/** Adds to one column of many accounts, a separate amount for each, in one statement. */
async function addToColumn(
  db: Db,
  column: 'balance' | 'reserved',
  sums: ReadonlyMap<number, number>,
): Promise<void> {
  const changes = [...sums].filter(([, sum]) => sum !== 0)
  if (changes.length === 0) return
  const cases = changes.map(([id, sum]) => sql`when ${id} then cast(${sum} as bigint)`)
  await db
    .updateTable('account')
    .set({ [column]: sql<number>`${sql.ref(column)} + case id ${sql.join(cases, sql` `)} end` })
    .where(
      'id',
      'in',
      changes.map(([id]) => id),
    )
    .execute()
}
