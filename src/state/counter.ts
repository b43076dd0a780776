// Counters by UTC day: limited lines, calls by route, and the networks from which a key is used.
import { sql } from 'kysely'
import type { Db } from './schema.ts'

/** Identifies a counter: its owner, UTC day (`YYYY-MM-DD`) and subject. */
export interface CounterKey {
  readonly accountId: number
  readonly day: string
  readonly name: string
}

/** Adds `amount` unless that would exceed `limit`. Returns the count before, and whether it was added. */
export async function takeFromDay(
  db: Db,
  key: CounterKey,
  amount: number,
  limit: number,
): Promise<{ taken: boolean; usedBefore: number }> {
  const { accountId, day, name } = key
  await db
    .insertInto('day_counter')
    .values({ account_id: accountId, day, name, used: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .updateTable('day_counter')
    .set((e) => ({ used: e('used', '+', amount) }))
    .where('account_id', '=', accountId)
    .where('day', '=', day)
    .where('name', '=', name)
    .where(sql<boolean>`used + ${amount} <= ${limit}`)
    .returning('used')
    .executeTakeFirst()
  if (row !== undefined) return { taken: true, usedBefore: row.used - amount }
  return { taken: false, usedBefore: await usedOnDay(db, key) }
}

/** Subtracts an amount that was added on that day. */
export async function giveBackToDay(db: Db, key: CounterKey, amount: number): Promise<void> {
  await db
    .updateTable('day_counter')
    .set({ used: sql<number>`case when used > ${amount} then used - ${amount} else 0 end` })
    .where('account_id', '=', key.accountId)
    .where('day', '=', key.day)
    .where('name', '=', key.name)
    .execute()
}

/** The current count. */
export async function usedOnDay(db: Db, key: CounterKey): Promise<number> {
  const row = await db
    .selectFrom('day_counter')
    .select('used')
    .where('account_id', '=', key.accountId)
    .where('day', '=', key.day)
    .where('name', '=', key.name)
    .executeTakeFirst()
  return row?.used ?? 0
}

/** Calls of one account to one route on one day. */
export interface Usage {
  readonly accountId: number
  readonly day: string
  readonly route: string
  readonly calls: number
  readonly rows: number
  readonly coins: number
}

/** Adds to the usage figures. */
export async function addUsage(db: Db, usages: readonly Usage[]): Promise<void> {
  for (const { accountId, ...rest } of usages) {
    await db
      .insertInto('usage')
      .values({ account_id: accountId, ...rest })
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'day', 'route']).doUpdateSet((e) => ({
          calls: e('usage.calls', '+', rest.calls),
          rows: e('usage.rows', '+', rest.rows),
          coins: e('usage.coins', '+', rest.coins),
        })),
      )
      .execute()
  }
}

/** Usage figures of one account, or of all, since `day`; newest day first. */
export async function listUsage(
  db: Db,
  fromDay: string,
  accountId: number | undefined,
  limit: number,
): Promise<Usage[]> {
  const rows = await db
    .selectFrom('usage')
    .selectAll()
    .where('day', '>=', fromDay)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? 0))
    .orderBy('day', 'desc')
    .orderBy('account_id')
    .orderBy('route')
    .limit(limit)
    .execute()
  return rows.map(({ account_id, ...rest }) => ({ accountId: account_id, ...rest }))
}

/** A network that an account's key was used from on a day. */
export interface NetworkUse {
  readonly accountId: number
  readonly day: string
  readonly network: string
}

/** Adds networks; known ones change nothing. */
export async function addNetworks(db: Db, uses: readonly NetworkUse[]): Promise<void> {
  if (uses.length === 0) return
  await db
    .insertInto('network')
    .values(uses.map(({ accountId, day, network }) => ({ account_id: accountId, day, network })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** From how many networks (at least `least`) each account's key was used, by day since `fromDay`; the most first. */
export async function countNetworks(
  db: Db,
  fromDay: string,
  accountId: number | undefined,
  least: number,
  limit: number,
): Promise<{ accountId: number; day: string; networks: number }[]> {
  const rows = await db
    .selectFrom('network')
    .select((e) => ['account_id', 'day', e.fn.countAll<number>().as('networks')])
    .where('day', '>=', fromDay)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? 0))
    .groupBy(['account_id', 'day'])
    .having((e) => e.fn.countAll(), '>=', least)
    .orderBy('networks', 'desc')
    .orderBy('day', 'desc')
    .orderBy('account_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ accountId: row.account_id, day: row.day, networks: Number(row.networks) }))
}

/** Deletes figures of days before `day`. */
export async function forgetDays(db: Db, day: string): Promise<void> {
  await db.deleteFrom('network').where('day', '<', day).execute()
  await db.deleteFrom('usage').where('day', '<', day).execute()
  await db.deleteFrom('day_counter').where('day', '<', day).execute()
}
