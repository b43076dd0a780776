// The store of records: adds, replaces, finds, counts, scans and removes them. Knows the engine and its SQL; knows nothing of
// callers, accounts or the wire.

export { describeDamage, type StoreDamage } from './read/damage.ts'
export {
  type EmbeddedOptions,
  openEmbeddedStore,
  type RepairReport,
  repairEmbeddedStore,
} from './engine/embedded/open.ts'
export {
  type EngineShare,
  recordStatements,
  type ShareOf,
  type StatementSpan,
  withShare,
} from './engine/index.ts'
export type { Tuning } from './read/index.ts'
export type { RepairedPart } from './engine/embedded/repair.ts'
export { openServerStore, type ServerOptions } from './engine/server/open.ts'
export * from './store.ts'
export { WRITTEN_COLUMNS } from './schema/encode.ts'
export { recordsOf } from './read/stored-records.ts'
export { Batch } from './write/index.ts'
export { withWriteListener } from './write/write-listener.ts'
