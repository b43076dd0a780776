// The price of a call: reserved before it runs, captured when it succeeds, released when it fails.
import { AppError, ERROR_TABLE } from '../../../error/index.ts'
import { chargedFor } from '../../../state/index.ts'
import type { Account } from '../account.ts'
import type { AccountContext } from '../context.ts'

/** Coins reserved for one call. Only the first capture or release counts. */
export interface HeldCoins {
  /** Spends `amount` (all unless given), frees the rest, and resolves to what was spent once that is durable. */
  readonly capture: (amount?: number) => Promise<number>
  /** Frees all of it. */
  readonly release: () => Promise<void>
}

const NOTHING: HeldCoins = { capture: async () => 0, release: async () => {} }

/** The price of one call for an account. */
export function priceOf(context: AccountContext, account: Account): number {
  return context.settings.price[account.level]
}

/**
 * Reserves `amount` coins (default: one price). Fails with `coins` when the balance does not cover them. A price of 0 needs no
 * database access.
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

/** Work that may be attempted several times and is paid once. */
export interface PaidWork {
  readonly accountId: number
  readonly amount: number
  /** What it is, unique among all that is ever paid; for people too: `export 17`. */
  readonly name: string
  /** Number of this attempt, from 1. */
  readonly attempt: number
}

/**
 * Holds coins back for work that may have been done before a crash: what an earlier attempt paid is not paid again. Fails
 * with `coins`.
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
