// The rate limit per account: a token bucket that fills evenly, in this process's memory.

/** The state after a call was counted. */
export interface RateState {
  readonly allowed: boolean
  readonly limit: number
  /** Calls that are still allowed at once. */
  readonly remaining: number
  /** Whole seconds until the next call is allowed if none remain, else until all are. */
  readonly reset: number
}

/** Counts a call of an account against a limit per minute. */
type RateLimiter = (account: number, perMinute: number, now: number) => RateState

/** Seconds over which a limit counts. */
export const RATE_WINDOW = 60

/** Buckets kept before those that are full again are dropped. */
const SWEEP_AT = 10_000

/** Creates a rate limiter. `now` is in milliseconds; a clock that jumps back costs no caller a call. */
export function createRateLimiter(): RateLimiter {
  // Per account: the time at which its bucket is full again.
  const fullAt = new Map<number, number>()
  return (account, perMinute, now) => {
    if (fullAt.size > SWEEP_AT) for (const [id, at] of fullAt) if (at <= now) fullAt.delete(id)
    const window = RATE_WINDOW * 1000
    const cost = window / perMinute
    const before = Math.min(Math.max(fullAt.get(account) ?? now, now), now + window)
    const after = before + cost
    const allowed = after - now <= window + 1e-6
    const until = allowed ? after : before
    fullAt.set(account, until)
    const remaining = Math.floor((window - (until - now)) / cost + 1e-6)
    const wait = remaining > 0 ? until - now : until - now - window + cost
    return { allowed, limit: perMinute, remaining, reset: Math.max(1, Math.ceil(wait / 1000)) }
  }
}
