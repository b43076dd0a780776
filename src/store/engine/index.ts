// Engines behind a small interface: statements in, rows out. Knows nothing of records.

export { EmbeddedEngine, type EngineOptions } from './embedded/embedded-engine.ts'
export {
  type Engine,
  insertOf,
  parseRows,
  type Rows,
  type RowTag,
  type RunOptions,
  type Settings,
  type StatementLimits,
  settingsOf,
} from './engine.ts'
export { classify, type FailureContext, isDamage, isShortOfMemory } from './failure.ts'
export { type EngineShare, type ShareOf, withShare } from './share.ts'
export { measured, recordStatements, type StatementSpan } from './span.ts'
