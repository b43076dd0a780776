// How large a share of the engine the statements of some work may take, for whoever divides it among callers.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Settings } from './engine.ts'

/** The share of one statement. */
export interface EngineShare {
  /** Statements of a higher number pause between blocks while one of a lower number runs. */
  readonly priority: number
  /** How long it pauses at most before each block, in milliseconds: it continues slowly under steady load. */
  readonly longestPause: number
  /** The most threads; undefined for no limit. */
  readonly threads: number | undefined
  /** Whether its threads take the processor only when no other wants it; needs `CAP_SYS_NICE` and does nothing without it. */
  readonly isNiced: boolean
}

/** The share of a statement that starts now; `isSlow` when it takes long for each character of a text. */
export type ShareOf = (isSlow: boolean) => EngineShare

/** Texts of a block of a slow statement, in bytes: statements stop, and pause for others, between blocks. */
const SLOW_BLOCK = 65_536

/** The nice value of the least important threads of a machine. */
const LOWEST_NICE = 19

const shared = new AsyncLocalStorage<ShareOf>()

/** Runs work whose statements take the share that `share` returns when each of them starts. */
export function withShare<Result>(share: ShareOf, work: () => Result): Result {
  return shared.run(share, work)
}

/** The settings of a statement that starts now; `threads` are those that it asks for itself. */
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
