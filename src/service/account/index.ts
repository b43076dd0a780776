// Accounts: authentication, prices, and administration. Use cases over the state database, opened once per process by
// `openAccounts`. Must not know HTTP, cookies, command lines or the store of records.

export {
  type Account,
  type Actor,
  actorOf,
  DIALECTS,
  type Dialect,
  LEVELS,
  type Level,
  OPERATOR,
  ROLES,
  type Role,
} from './account.ts'
export { type AccountPatch, COIN_ACTIONS, type CoinAction } from './administer/administer.ts'
export type { Credentials } from './sign-in/authenticate.ts'
export type { AccountInput, CreatedAccount, FirstAccount } from './administer/create.ts'
export { linkError } from './failure.ts'
export type { Target } from './find.ts'
export { type IssuedToken, passwordPath, registrationPath } from './sign-in/link.ts'
export type { NewSession, Session } from './sign-in/login.ts'
export type { Call } from './coin/meter.ts'
export type { Passkey, Signed } from './sign-in/passkey.ts'
export { Passwords } from './credential/password.ts'
export { type AuditEvent, record } from './audit/record.ts'
export { type KeyInput, MOST_KEY_RATE } from './key/draft.ts'
export { FIRST_KEY, type RevealedKey, type ShownKey } from './administer/keys.ts'
export { SCOPES, type Scope } from './key/scope.ts'
export type { Invitation, Registration } from './administer/register.ts'
export { USAGE_RULES } from './administer/rules.ts'
export type { SavedSearch, SharedSearch } from './saved-search.ts'
export { foldEmail } from './email.ts'
export { readAccountQuery } from './account-query.ts'
export { LIST_LIMITS, type StoredList } from './stored-list.ts'
export { type RotatedSecret, resignHeadFile, rotateSecret } from './administer/rotate-secret.ts'
export { createSecretFile, isSame, openSecretFile, openSecretText, type Secret } from './credential/secret.ts'
export { type AccountService, openAccounts } from './service.ts'
export { isWide, windowOf } from './result-window.ts'
export { type AccountSettings, DEFAULT_ACCOUNT_SETTINGS, type OpenIdSettings } from './settings.ts'
export { showAccountFacts, showAuditEntry, showInvitation, showLedgerEntry } from './administer/shown.ts'
export type { HeldCoins } from './coin/spend.ts'
export { giveLinesBack, TAGGING, utcDay } from './coin/tagging.ts'
export type { WorkOwner } from './sign-in/running-work.ts'
export { Throttle } from './sign-in/throttle.ts'
export type { CheckedTrail } from './audit/seal.ts'
export { sourceNetwork } from './network.ts'
