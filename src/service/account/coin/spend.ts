// The price of a call: reserved before it runs, captured when it succeeds, released when it fails.
import { AppError, ERROR_TABLE } from '../../../error/index.ts'
import { chargedFor } from '../../../state/index.ts'
import type { Account } from '../account.ts'
import type { AccountContext } from '../context.ts'

/** Coins reserved for one call. Only the first capture or release counts. */
export interface HeldCoins {
  /** Spends `amount` (by default all), releases the rest, and resolves to the spent coins once they are durable. */
  readonly capture: (amount?: number) => Promise<number>
  /** Releases all of it. */
  readonly release: () => Promise<void>
}

const NOTHING: HeldCoins = { capture: async () => 0, release: async () => {} }

/** The price of one call for an account. */
export function priceOf(context: AccountContext, account: Account): number {
  return context.settings.price[account.level]
}

/**
 * Reserves `amount` coins (default: one price). Fails with `coins` when the balance is too low. A price of 0 needs no database
 * access.
 */
export async function reserveSearch(
  context: AccountContext,
  account: Account,
  amount: number = priceOf(context, account),
  purpose = 'search',
): Promise<HeldCoins> {
  if (amount === 0) return NOTHING
  const held = await context.reservations.reserve(account.id, amount, purpose)
  if (held === undefined) throw new AppError('coins', ERROR_TABLE.coins.text)
  return held
}

/** Work that may be attempted several times and is charged once. */
interface PaidWork {
  readonly accountId: number
  readonly amount: number
  /** Its name, unique among all charges and readable: `export 17`. */
  readonly name: string
  /** Number of this attempt, from 1. */
  readonly attempt: number
}

/**
 * Reserves coins for work that may have been done before a crash: what an earlier attempt charged is not charged again. Fails with
 * `coins`.
 */
export async function reserveWork(
  context: AccountContext,
  { accountId, amount, name, attempt }: PaidWork,
): Promise<HeldCoins> {
  if (amount === 0) return NOTHING
  const earlier = Array.from({ length: attempt - 1 }, (_, index) => referenceOf(name, index + 1))
  const paid = await chargedFor(context.state.db, earlier)
  if (paid > 0) return { capture: async () => paid, release: async () => {} }
  const held = await context.reservations.reserve(accountId, amount, name, referenceOf(name, attempt))
  if (held === undefined) throw new AppError('coins', ERROR_TABLE.coins.text)
  return held
}

const referenceOf = (name: string, attempt: number): string => `${name} attempt ${attempt}`
