// Accounts and their events as the API and `--json` show them.
import type { AuditRow, LedgerRow } from '../../../state/index.ts'
import { printTime } from '../../../util/index.ts'
import type { Account, Dialect, Level, Role } from '../account.ts'
import type { Invitation } from './register.ts'

/** The facts of an account that administrators see; times are `YYYY-MM-DD HH:MM:SS` in UTC. */
interface ShownAccount {
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
  /** The accepted version of the usage rules, and when. */
  readonly rules: { readonly version: string; readonly time: string } | null
  readonly created_at: string
}

/** Converts an account for display. */
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

/** Converts a movement of coins for display. */
export function showLedgerEntry(row: LedgerRow & { readonly by: string | null }) {
  const { id, amount, kind, reference, note, by } = row
  return { id, time: printTime(row.time), amount, kind, reference, note, by }
}

/** Converts an audit event for display. */
export function showAuditEntry({ id, time, actor, action, subject, address, detail }: AuditRow) {
  const facts = JSON.parse(detail) as Readonly<Record<string, string | number | boolean | null>>
  return { id, time: printTime(time), actor, action, subject, address, detail: facts }
}

/** Converts an invitation for display; its token is not stored. */
export function showInvitation(invitation: Invitation) {
  const { id, email_folded, level, level_until, coins, created_at, expires_at, used_by } = invitation
  return {
    id,
    account: email_folded,
    level,
    level_until: level_until === null ? null : printTime(level_until),
    coins,
    created_at: printTime(created_at),
    expires_at: printTime(expires_at),
    used: used_by !== null,
  }
}
