// Messages to a process that writes until it is stopped; see `write-worker.ts`.
import type { StateOptions } from '../../src/state/index.ts'
import type { ServerOptions } from '../../src/store/index.ts'

/** The steps of the commit log before and after which a writer may be stopped. */
export const STEPS = ['begin', 'begun', 'commit', 'committed', 'finish', 'finished'] as const
export type PauseStep = (typeof STEPS)[number]

/** What a worker does. */
export interface WorkerOptions {
  readonly state: StateOptions
  readonly servers: Pick<ServerOptions, 'servers' | 'cluster'>
  readonly name: string
  /** Milliseconds. */
  readonly lease: number
  /** The step, and how often it is passed before the process stops itself. */
  readonly pauseAt?: { readonly step: PauseStep; readonly passes: number }
  readonly batch: number
}
