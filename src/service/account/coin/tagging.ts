// The daily limit of tagged lines of an account.
import { AppError } from '../../../error/index.ts'
import { type CounterKey, type Db, giveBackToDay, takeFromDay } from '../../../state/index.ts'
import { printDay } from '../../../util/index.ts'
import type { Account } from '../account.ts'
import type { AccountContext } from '../context.ts'

/** The job kind of tagging tasks, and the name of the counter of their lines. */
export const TAGGING = 'tagging'

/** The counter of an account's lines on the UTC day of a time. */
export function countTagging(accountId: number, now: number): CounterKey {
  return { accountId, day: utcDay(now), name: TAGGING }
}

/** `YYYY-MM-DD` of a time, UTC. */
export function utcDay(time: number): string {
  return printDay(time)
}

/**
 * Adds lines to today's count inside a transaction and returns the day, which `giveLinesBack` needs. Fails with `daily` and the
 * count before.
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

/** Returns the lines of a failed task to the day on which they were counted. */
export async function giveLinesBack(db: Db, accountId: number, day: string, lines: number): Promise<void> {
  await giveBackToDay(db, { accountId, day, name: TAGGING }, lines)
}
