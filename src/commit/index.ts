// The commit log as the store needs it and the state database implements it: neither knows the other.

export * from './commit-log.ts'
export { MemoryCommitLog } from './memory-log.ts'
