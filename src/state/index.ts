// The relational state: accounts, coins, sessions, counters and the audit trail, in SQLite or PostgreSQL through Kysely.
// It keeps rows and their invariants. It must not know HTTP, settings, secrets in the clear or what a search is.

export * from './account.ts'
export * from './archive/index.ts'
export * from './audit.ts'
export * from './coin.ts'
export * from './counter.ts'
export { examineState, type StateReport } from './examine.ts'
export * from './invitation.ts'
export * from './meta.ts'
export { Presence } from './presence.ts'
export { Purse, type Reservation } from './purse.ts'
export * from './reservation.ts'
export * from './saved-search.ts'
export type { DatabaseKind, Db } from './schema.ts'
export * from './session.ts'
export { isConflict, openState, type State, type StateOptions } from './state.ts'
export * from './task.ts'
