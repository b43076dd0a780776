// The commit log, defined for the store and implemented by the state database; neither depends on the other.

export * from './commit-log.ts'
export { MemoryCommitLog } from './memory-log.ts'
