// The result window of an account.
import type { Account } from './account.ts'
import type { AccountSettings } from './settings.ts'

/** The window that programs of the hosted service expect for `vip_level` 5. */
const WIDE = 100_000

/** Whether programs of this account expect the pages of an enterprise account of the hosted service. */
export function isWide({ dialect, level }: Pick<Account, 'dialect' | 'level'>): boolean {
  return dialect === 'live' && level === 'enterprise'
}

/** The limit of page × size for an account; a smaller setting applies. */
export function windowOf(
  { resultWindow }: Pick<AccountSettings, 'resultWindow'>,
  account: Pick<Account, 'dialect' | 'level'>,
): number {
  const window = resultWindow[account.level]
  return isWide(account) && window >= 10_000 ? Math.max(window, WIDE) : window
}
