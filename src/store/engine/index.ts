// Engines behind a small door: statements in, rows out. Knows nothing of records.

export { EmbeddedEngine, type EngineOptions } from './embedded-engine.ts'
export type { Engine, Rows, RunOptions, Settings } from './engine.ts'
