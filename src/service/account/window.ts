// How far pages of results reach for an account.
import type { Account } from './account.ts'
import type { AccountSettings } from './settings.ts'

/** What programs of the hosted service may reach that read `vip_level` 5. */
const WIDE = 100_000

/** Whether programs of this account count on the pages of an enterprise account of the hosted service. */
export function isWide({ dialect, level }: Pick<Account, 'dialect' | 'level'>): boolean {
  return dialect === 'live' && level === 'enterprise'
}

/** The bound of page × size for an account; where the settings make it smaller than usual, they count. */
export function windowOf(
  { resultWindow }: Pick<AccountSettings, 'resultWindow'>,
  account: Pick<Account, 'dialect' | 'level'>,
): number {
  const window = resultWindow[account.level]
  return isWide(account) && window >= 10_000 ? Math.max(window, WIDE) : window
}
