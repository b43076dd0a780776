// Checks amounts and dates entered by an administrator.
import { printTime } from '../../../util/index.ts'
import type { Level } from '../account.ts'
import { paramsError } from '../failure.ts'

/** The largest single movement of coins. */
const MOST_COINS = 1_000_000_000

/** Checks an amount of coins: a whole number from 1. */
export function checkCoins(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > MOST_COINS)
    throw paramsError(`the number of coins \`${amount}\` must be a whole number from 1 to ${MOST_COINS}`)
}

/** Checks the end date (milliseconds UTC) of a level. */
export function checkLevelEnd(level: Level, until: number, now: number): void {
  if (level === 'free') throw paramsError('the level free has no end date')
  // The largest date with a four-digit year.
  if (!Number.isSafeInteger(until) || until > Date.UTC(9999, 11, 31))
    throw paramsError('the end date of the level is not a valid date')
  if (until <= now)
    throw paramsError(
      `the end date of the level, ${printTime(until)}, is in the past; now is ${printTime(now)}`,
    )
}
