// An account as the services and their callers see it: no hashes, no key.
import type { AccountRow } from '../../state/index.ts'
import type { Scope } from './key/scope.ts'

/** What an account may use. */
export type Level = 'free' | 'member' | 'enterprise'
/** Who may administer. */
export type Role = 'user' | 'administrator'
/** The API dialect that an account's programs were written for. */
export type Dialect = 'documented' | 'live'

/** All levels, lowest first. */
export const LEVELS = ['free', 'member', 'enterprise'] as const satisfies readonly Level[]
/** All roles. */
export const ROLES = ['user', 'administrator'] as const satisfies readonly Role[]
/** All dialects. */
export const DIALECTS = ['documented', 'live'] as const satisfies readonly Dialect[]

/** One account. Times are milliseconds since 1970 UTC. */
export interface Account {
  readonly id: number
  readonly email: string
  readonly username: string
  /** The level that applies now: free once the end date has passed. */
  readonly level: Level
  /** When the level ends; undefined: never. */
  readonly levelUntil: number | undefined
  readonly role: Role
  readonly dialect: Dialect
  readonly disabled: boolean
  readonly hasPassword: boolean
  /** The version of the usage rules that were accepted, and when. */
  readonly rules: { readonly version: string; readonly time: number } | undefined
  /** The coins at the time of reading, reserved ones included. */
  readonly coins: number
  readonly createdAt: number
  /** The key of a call; undefined for the first key, sessions and commands, which have all permissions of the account. */
  readonly key?: CallerKey
  /** The keyed hash of the key of a call; undefined for sessions and commands. */
  readonly keyHash?: string
}

/** The key of a call that does not use the account's first key. */
interface CallerKey {
  readonly id: number
  readonly name: string
  readonly scopes: readonly Scope[]
  /** Calls per minute; 0 for no separate limit. */
  readonly rate: number
  /** Whether it has fewer permissions than the first key, by scopes, networks, an end or a rate. */
  readonly isBounded: boolean
}

/** Converts a row to the account at a given time. */
export function toAccount(row: AccountRow, now: number): Account {
  const ended = row.level_until !== null && row.level_until <= now
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    level: ended ? 'free' : row.level,
    levelUntil: row.level_until ?? undefined,
    role: row.role,
    dialect: row.dialect,
    disabled: row.disabled === 1,
    hasPassword: row.password_hash !== null,
    rules: row.rules_version === null ? undefined : { version: row.rules_version, time: row.rules_time ?? 0 },
    coins: row.balance,
    createdAt: row.created_at,
  }
}

/** The actor of an audit event. */
export interface Actor {
  /** Undefined for commands on the data directory. */
  readonly accountId: number | undefined
  readonly name: string
  /** The address the request came from. */
  readonly address: string | undefined
}

/** The actor of commands run by whoever has access to the data directory. */
export const OPERATOR: Actor = { accountId: undefined, name: 'operator', address: undefined }

/** The actor for an account and an address. */
export function actorOf(account: Account, address: string | undefined): Actor {
  return { accountId: account.id, name: account.email, address }
}
