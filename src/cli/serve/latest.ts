// Caches the latest answer to a slow query with many callers, so that each caller gets a recent answer soon.
import { setTimeout as sleep } from 'node:timers/promises'

/** Times in milliseconds. */
export interface LatestOptions {
  /** How long an answer stays fresh; 0 queries again unless a query is pending. */
  readonly fresh: number
  /** How long to wait for a pending query before the previous answer is returned. */
  readonly waitTime: number
  /** A query that takes longer than this counts as not answered. */
  readonly late: number
  /** A query that takes longer than this is abandoned and repeated. */
  readonly giveUp: number
}

/** The last value, and whether queries are answered in time. */
interface Latest<Value> {
  readonly value: Value | undefined
  readonly up: boolean
  /** Why the query failed; undefined where it only takes too long. */
  readonly error: unknown
}

interface Asking {
  readonly since: number
  readonly ended: Promise<void>
}

/** Returns a function that has at most one query pending, waits a bounded time and returns the latest answer. */
export function keepLatest<Value>(
  ask: () => Promise<Value>,
  { fresh, waitTime, late, giveUp }: LatestOptions,
): () => Promise<Latest<Value>> {
  let latest: Latest<Value> = { value: undefined, up: false, error: undefined }
  let endedAt = Number.NEGATIVE_INFINITY
  let asking: Asking | undefined
  const begin = (): Asking => {
    const answer = (found: Latest<Value>): void => {
      if (asking !== started) return
      latest = found
      endedAt = performance.now()
      asking = undefined
    }
    const ended = ask().then(
      (value) => answer({ value, up: true, error: undefined }),
      (error: unknown) => answer({ value: latest.value, up: false, error }),
    )
    const started: Asking = { since: performance.now(), ended }
    return started
  }
  return async () => {
    const now = performance.now()
    if (asking === undefined ? now - endedAt > fresh : now - asking.since > giveUp) asking = begin()
    const current = asking
    if (current === undefined) return latest
    await within(current.ended, current.since + waitTime - now)
    if (asking !== current || performance.now() - current.since < late) return latest
    return { ...latest, up: false, error: undefined }
  }
}

async function within(work: Promise<void>, time: number): Promise<void> {
  if (time <= 0) return
  const done = new AbortController()
  const late = sleep(time, undefined, { signal: done.signal, ref: false }).catch(() => {})
  await Promise.race([work, late])
  done.abort()
}
