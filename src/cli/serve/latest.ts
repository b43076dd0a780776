// The latest answer to a question that many ask and that may take long: whoever asks gets what is known, soon.
import { setTimeout as sleep } from 'node:timers/promises'

/** Times in milliseconds. */
export interface LatestOptions {
  /** How long an answer holds; 0 asks again whenever nobody else does. */
  readonly fresh: number
  /** How long to wait for a question that is being asked, before the answer to the one before is given. */
  readonly patience: number
  /** A question that takes longer than this counts as not answered. */
  readonly late: number
  /** A question that takes longer than this is given up and asked again. */
  readonly giveUp: number
}

/** What is known: the last value there was, and whether questions are answered, and in time. */
export interface Latest<Value> {
  readonly value: Value | undefined
  readonly up: boolean
  /** Why it was not answered; undefined where it only takes too long. */
  readonly error: unknown
}

interface Asking {
  readonly since: number
  readonly ended: Promise<void>
}

/** A function that asks at most once at a time, waits a bounded time and gives the latest answer. */
export function keepLatest<Value>(
  ask: () => Promise<Value>,
  { fresh, patience, late, giveUp }: LatestOptions,
): () => Promise<Latest<Value>> {
  let latest: Latest<Value> = { value: undefined, up: false, error: undefined }
  let endedAt = Number.NEGATIVE_INFINITY
  let asking: Asking | undefined
  const begin = (): Asking => {
    const answer = (found: Latest<Value>): void => {
      if (asking !== begun) return
      latest = found
      endedAt = performance.now()
      asking = undefined
    }
    const ended = ask().then(
      (value) => answer({ value, up: true, error: undefined }),
      (error: unknown) => answer({ value: latest.value, up: false, error }),
    )
    const begun: Asking = { since: performance.now(), ended }
    return begun
  }
  return async () => {
    const now = performance.now()
    if (asking === undefined ? now - endedAt > fresh : now - asking.since > giveUp) asking = begin()
    const current = asking
    if (current === undefined) return latest
    await within(current.ended, current.since + patience - now)
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
