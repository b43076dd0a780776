// The lines that an account may have tagged on one UTC day.
import { AppError } from '../../../error/index.ts'
import { type CounterKey, type Db, giveBackToDay, takeFromDay } from '../../../state/index.ts'
import type { Account } from '../account.ts'
import type { AccountContext } from '../context.ts'

/** The kind of tagging tasks, and the name of the counter that their lines are taken from. */
export const TAGGING = 'tagging'

/** The counter of an account's lines on the UTC day of a time. */
export function countTagging(accountId: number, now: number): CounterKey {
  return { accountId, day: utcDay(now), name: TAGGING }
}

/** `YYYY-MM-DD` of a time, UTC. */
export function utcDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/**
 * Takes lines from today's limit inside a transaction and returns the day, which giving back needs. Fails with `daily` and the
 * count already used.
 */
export async function takeLines(
  context: AccountContext,
  db: Db,
  account: Account,
  lines: number,
): Promise<string> {
  const limit = context.settings.taggingDailyLimit
  const key = countTagging(account.id, context.now())
  const { taken, usedBefore } = await takeFromDay(db, key, lines, limit)
  if (!taken) throw new AppError('daily', `Daily data processing limit exceeded (${usedBefore}/${limit})!`)
  return key.day
}

/** Gives lines of a failed task back to the day they were taken from. */
export async function giveLinesBack(db: Db, accountId: number, day: string, lines: number): Promise<void> {
  await giveBackToDay(db, { accountId, day, name: TAGGING }, lines)
}
