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

/** A passkey of an account (WebAuthn). */
export interface PasskeyTable {
  id: Generated<number>
  account_id: number
  /** As its owner named it. */
  name: string
  /** Credential id, base64url; unique. */
  credential_id: string
  /** Public key in COSE, base64url. */
  public_key: string
  /** The account as authenticators know it, base64url: random, the same for all passkeys of an account. */
  user_handle: string
  /** How the authenticator is reached, separated by commas. */
  transports: string
  /** 1 when the authenticator may copy it to other devices. */
  is_synced: 0 | 1
  /** The authenticator's count of uses; 0 when it does not count. */
  counter: number
  created_at: number
  used_at: number | null
}

/** A challenge that a passkey answered: no answer counts twice. */
export interface UsedChallengeTable {
  challenge: string
  expires_at: number
}

/** An identity of an OpenID provider, and its account. */
export interface IdentityTable {
  issuer: string
  subject: string
  account_id: number
  created_at: number
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
