// The embedded engine behind a small door: statements in, rows out. Knows nothing of records.

export type { Settings } from './connection.ts'
export { Engine, type EngineOptions, type RunOptions } from './engine.ts'
