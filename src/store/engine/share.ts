// The share of the engine that the statements of some work may use, set by a scheduler that divides it among callers.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Settings } from './engine.ts'

/** The share of one statement. */
export interface EngineShare {
  /** Statements with a higher number pause between blocks while one with a lower number runs. */
  readonly priority: number
  /** Longest pause before each block, in milliseconds, so that it continues slowly under steady load. */
  readonly longestPause: number
  /** The most threads; undefined means no limit. */
  readonly threads: number | undefined
  /** Whether its threads run only when no other needs the processor. Needs `CAP_SYS_NICE` and has no effect without it. */
  readonly isNiced: boolean
}

/** The share of a statement that starts now. `isSlow`: it spends long on each character of a text. */
export type ShareOf = (isSlow: boolean) => EngineShare

/** Text bytes per block of a slow statement: statements stop and pause only between blocks. */
const SLOW_BLOCK = 65_536

/** The nice value of the lowest priority. */
const LOWEST_NICE = 19

const shared = new AsyncLocalStorage<ShareOf>()

/** Runs work. Each of its statements takes the share that `share` returns at its start. */
export function withShare<Result>(share: ShareOf, work: () => Result): Result {
  return shared.run(share, work)
}

/** The settings of a statement that starts now; `threads` is the number that the statement itself asks for. */
export function shareSettings(isSlow: boolean, threads: number | string | undefined): Settings {
  return {
    ...(isSlow && { preferred_block_size_bytes: SLOW_BLOCK }),
    ...prioritySettings(shared.getStore()?.(isSlow), threads),
  }
}

function prioritySettings(share: EngineShare | undefined, threads: number | string | undefined): Settings {
  if (share === undefined) return {}
  const most = Math.min(
    Number(threads ?? Number.POSITIVE_INFINITY),
    share.threads ?? Number.POSITIVE_INFINITY,
  )
  return {
    priority: share.priority,
    ...(share.isNiced && { os_threads_nice_value_query: LOWEST_NICE }),
    low_priority_query_wait_time_ms: share.longestPause,
    ...(Number.isFinite(most) && { max_threads: most }),
  }
}
