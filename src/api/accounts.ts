// What the API asks of accounts; the account service offers it.
import type { Level, Searcher } from '../service/search/index.ts'

/** How answers are shaped for an account: decision 13. */
export type Dialect = 'documented' | 'live'

/** An account whose credentials were right. */
export interface Caller extends Searcher {
  readonly level: Level
  readonly dialect: Dialect
}

/** Credentials as sent; what was not sent is undefined. */
export interface Credentials {
  readonly email: string | undefined
  readonly key: string | undefined
  /** The caller's network address. */
  readonly address: string
}

/** What `info/my` tells about an account. */
export interface AccountInfo {
  readonly email: string
  readonly username: string
  readonly level: Level
  readonly dialect: Dialect
  readonly coins: number
  readonly createdAt: string
}

/** The account service as the API uses it. */
export interface Accounts {
  /** Fails with code `unauthorized`. */
  readonly authenticate: (credentials: Credentials) => Promise<Caller>
  readonly info: (caller: Caller) => Promise<AccountInfo>
}
