// Settings of accounts. `config/` reads them from the file and the environment.
import type { Level } from './account.ts'
import { USAGE_RULES } from './administer/rules.ts'

/** An OpenID provider by which people sign in. */
export interface OpenIdSettings {
  readonly issuer: string
  readonly clientId: string
  /** Empty for a public client. */
  readonly clientSecret: string
  /** Its name on the page. */
  readonly name: string
  /** The domains of e-mails that may sign in, in lower case; empty for all. */
  readonly domains: readonly string[]
  /** The level of accounts that first sign-ins create. */
  readonly newAccounts: Level | 'none'
}

/** Settings of accounts, levels and logins. */
export interface AccountSettings {
  /** Coins per call. */
  readonly price: Readonly<Record<Level, number>>
  /** Records that `page × size` may reach. */
  readonly resultWindow: Readonly<Record<Level, number>>
  /** Lines per caller and UTC day that tagging accepts. */
  readonly taggingDailyLimit: number
  /** Who may register on the page. */
  readonly registration: 'open' | 'invitation' | 'closed'
  /** Coins and level of accounts that register in open mode. */
  readonly registrationCoins: number
  readonly registrationLevel: Level
  /** Changes with every change of the usage rules. */
  readonly rulesVersion: string
  /** Days without use after which a session ends, and days after which it ends in any case. */
  readonly sessionIdleDays: number
  readonly sessionDays: number
  readonly linkHours: number
  readonly invitationDays: number
  /** How long the audit trail and the daily figures are kept. */
  readonly auditDays: number
  readonly usageDays: number
  readonly openId: OpenIdSettings | undefined
}

/** The default settings. */
export const DEFAULT_ACCOUNT_SETTINGS: AccountSettings = {
  price: { free: 1, member: 0, enterprise: 0 },
  resultWindow: { free: 10_000, member: 10_000, enterprise: 10_000 },
  taggingDailyLimit: 10_000,
  registration: 'closed',
  registrationCoins: 0,
  registrationLevel: 'free',
  rulesVersion: USAGE_RULES.version,
  sessionIdleDays: 7,
  sessionDays: 30,
  linkHours: 72,
  invitationDays: 14,
  auditDays: 365,
  usageDays: 400,
  openId: undefined,
}
