// The tables of keys, second factors and seals as Kysely sees them; see `schema.ts`.
import type { Generated } from 'kysely'

/** A further key of an account; the first one is in the account's row. */
export interface ApiKeyTable {
  id: Generated<number>
  account_id: number
  /** Unique per account. */
  name: string
  /** Keyed hash of the key, hexadecimal; unique. */
  key_hash: string
  /** The key, encrypted with the server's secret; null when it was shown once and is not stored. */
  key_cipher: string | null
  /** The first characters of the key, by which its owner recognizes it. */
  start: string
  dialect: 'documented' | 'live'
  /** Its scopes, separated by commas. */
  scopes: string
  /** The networks from which it may be used, separated by commas; empty for any. */
  networks: string
  /** Calls per minute; 0 for no separate limit. */
  rate: number
  expires_at: number | null
  created_at: number
}

/** When and from where a key was last used; `key_id` is 0 for the account's first key. */
export interface KeyUseTable {
  account_id: number
  key_id: number
  used_at: number
  address: string
}

/** The second factor of logins: a secret shared with an app. */
export interface SecondFactorTable {
  account_id: number
  /** The secret, encrypted with the server's secret. */
  secret_cipher: string
  /** When its first code was accepted; null before, when logins do not require it. */
  confirmed_at: number | null
  /** The step of the last code that was used: no code works twice. */
  last_step: number
}

/** A one-time code that replaces the second factor. */
export interface RecoveryCodeTable {
  account_id: number
  code_hash: string
}

/** Consecutive wrong codes, counted separately for browsers that signed in before. */
export interface WrongCodeTable {
  account_id: number
  browser: 'known' | 'unknown'
  count: number
  last_at: number
}

/** The signed last hash of the audit trail of a UTC day. */
export interface AuditSealTable {
  day: string
  /** The last event that it covers. */
  last_id: number
  /** How many events of the day it covers. */
  events: number
  /** The hash of the day before. */
  previous: string
  /** The hash of the last event, which covers all events before it. */
  hash: string
  signature: string
}
