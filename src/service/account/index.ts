// Accounts: who calls, what that costs, and what administrators may change. Use cases over the state database, opened once
// per process by `openAccounts`. It must not know HTTP, cookies, command lines or the store of records.

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
export type { AccountPatch } from './administer.ts'
export type { Credentials } from './authenticate.ts'
export type { AccountInput, CreatedAccount, FirstAccount } from './create.ts'
export type { Target } from './find.ts'
export type { AccountInfo } from './info.ts'
export type { IssuedToken } from './link.ts'
export type { LoginInput, NewSession, Session } from './login.ts'
export type { Call } from './meter.ts'
export type { PasswordChange } from './own-password.ts'
export { passwordPath, registrationPath } from './page-path.ts'
export { PASSWORD_COST, type PasswordCost, Passwords } from './password.ts'
export type { AuditEvent } from './record.ts'
export type { Invitation, InvitationInput, RegistrationInput } from './register.ts'
export { USAGE_RULES, type UsageRules } from './rules.ts'
export type { SavedSearch, SavedSearchInput } from './saved-search.ts'
export { LIST_LIMITS, type StoredList } from './stored-list.ts'
export { openSecretFile, openSecretText, type Secret } from './secret.ts'
export { type AccountService, type AccountsOptions, openAccounts, proofOf } from './service.ts'
export { type AccountSettings, DEFAULT_ACCOUNT_SETTINGS } from './settings.ts'
export {
  type ShownAccount,
  showAccountFacts,
  showAuditEntry,
  showInvitation,
  showLedgerEntry,
} from './shown.ts'
export { isSame } from './sign.ts'
export type { HeldCoins, PaidWork } from './spend.ts'
export { giveLinesBack, TAGGING, utcDay } from './tagging.ts'
export { Throttle } from './throttle.ts'
export type { TrailPage } from './trail.ts'
