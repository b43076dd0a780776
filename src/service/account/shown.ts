// An account in the words of the API and of `--json`.
import { printTime } from '../../util/index.ts'
import type { Account, Dialect, Level, Role } from './account.ts'

/** The facts of an account that administrators see; times are `YYYY-MM-DD HH:MM:SS` in UTC. */
export interface ShownAccount {
  readonly id: number
  readonly email: string
  readonly username: string
  readonly level: Level
  readonly level_until: string | null
  readonly role: Role
  readonly dialect: Dialect
  readonly coins: number
  readonly disabled: boolean
  readonly has_password: boolean
  /** The version of the usage rules that was accepted, and when. */
  readonly rules: { readonly version: string; readonly time: string } | null
  readonly created_at: string
}

/** An account as it is shown. */
export function showAccountFacts(account: Account): ShownAccount {
  const { id, email, username, level, levelUntil, role, dialect, coins, disabled, rules } = account
  return {
    id,
    email,
    username,
    level,
    level_until: levelUntil === undefined ? null : printTime(levelUntil),
    role,
    dialect,
    coins,
    disabled,
    has_password: account.hasPassword,
    rules: rules === undefined ? null : { version: rules.version, time: printTime(rules.time) },
    created_at: printTime(account.createdAt),
  }
}
