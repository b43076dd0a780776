// Durable background work: tasks of the state database are taken up, resumed after a stop or crash, and ended exactly once.
// It knows no particular kind of work; handlers are given to it. It must not know HTTP or the command line.

export { type Handler, type RunnerOptions, type TaskRun, TaskRunner } from './runner.ts'
