import { isAppError } from '../../error/index.ts'
import type { Account, HeldCoins } from '../account/index.ts'
import type { SearchContext, Slot } from './types.ts'

/** The coins that a search cost, and the price of one with results. */
interface Paid {
  readonly consumed: number
  readonly required: number
}

/** Runs a search when a slot is free, with one price reserved: captured when rows were found, else released. */
export function paid<Found extends { readonly rows: number }>(
  { admission, accounts }: SearchContext,
  account: Account,
  signal: AbortSignal | undefined,
  find: (slot: Slot) => Promise<Found>,
): Promise<Found & Paid> {
  const work = async (slot: Slot): Promise<Found & Paid> => {
    const coins = await accounts.reserveSearch(account)
    const found = await find(slot).catch((error) => giveBack(coins, error))
    const consumed = found.rows > 0 ? await coins.capture() : await coins.release().then(() => 0)
    return { ...found, consumed, required: accounts.settings.price[account.level] }
  }
  return admission.run(account.id, work, signal)
}

async function giveBack(coins: HeldCoins, failure: unknown): Promise<never> {
  await coins.release().catch((second: unknown) => {
    // If the database is unavailable, the coins are released when it answers again.
    if (isAppError(second) && second.code === 'unavailable') return
    throw new AggregateError([failure, second], 'a search failed and its coins could not be given back')
  })
  throw failure
}
