// The commit log as the store needs it and the state database keeps it: neither of them knows the other.

export * from './commit-log.ts'
export { MemoryCommitLog } from './memory-log.ts'
