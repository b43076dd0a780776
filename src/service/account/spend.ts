// The price of a call: held back before it runs, spent when it succeeds, given free when it does not.
import { AppError, ERROR_TABLE } from '../../error/index.ts'
import type { Account } from './account.ts'
import type { AccountContext } from './context.ts'

/** Coins held back for one call. Only its first end counts. */
export interface HeldCoins {
  /** Spends `amount` (all unless given), frees the rest, and resolves to what was spent once that is durable. */
  readonly settle: (amount?: number) => Promise<number>
  /** Frees all of it. */
  readonly release: () => Promise<void>
}

const NOTHING: HeldCoins = { settle: async () => 0, release: async () => {} }

/** The price of one call for an account. */
export function priceOf(context: AccountContext, account: Account): number {
  return context.settings.price[account.level]
}

/**
 * Holds `amount` coins back (default: one price). Fails with `coins` when the balance does not cover them. A price of 0 asks
 * nothing of the database.
 */
export async function reserveSearch(
  context: AccountContext,
  account: Account,
  amount: number = priceOf(context, account),
  purpose = 'search',
): Promise<HeldCoins> {
  if (amount === 0) return NOTHING
  const held = await context.purse.reserve(account.id, amount, purpose)
  if (held === undefined) throw new AppError('coins', ERROR_TABLE.coins.text)
  return held
}
