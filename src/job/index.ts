// Durable background jobs: submitted once, leased by one process at a time, resumed after a stop, a crash or an outage, and
// finished once. Their files are removed when they expire. This module must not know any specific kind of job, HTTP or the command
// line.

export { isDiskFull } from './outage.ts'
export { createJobs, type JobQueue, type Jobs, type JobsOptions } from './jobs.ts'
export type { Job, JobKind, JobRun } from './kind.ts'
export { JobRunner, type Worker } from './runner.ts'
export { ResultFiles } from './result-files.ts'
