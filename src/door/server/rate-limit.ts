import type { FastifyReply } from 'fastify'
import { AppError } from '../../error/index.ts'
import type { Account } from '../../service/account/index.ts'
import type { DoorContext } from './context.ts'
import { createRateLimiter, RATE_WINDOW, type RateState } from './rate-limiter.ts'

/** Counts a call of an account against the rates of its level and of its key; fails with code `rate` when it is used up. */
export type LimitRate = (account: Account, reply: FastifyReply) => void

/** One count for all doors: calls with a key and calls of the page share it. */
export function createRateLimit(context: DoorContext): LimitRate {
  const [limiter, keyLimiter] = [createRateLimiter(), createRateLimiter()]
  return ({ id, level, key }, reply) => {
    const { now } = context
    // The key first: calls that it refuses do not use the rate of the account.
    const own = key !== undefined && key.rate > 0 ? keyLimiter(key.id, key.rate, now()) : undefined
    if (own?.allowed === false) announce(reply, own, 'key', 'this key')
    const perMinute = context.config[`level.${level}.rate`]
    if (perMinute > 0) announce(reply, limiter(id, perMinute, now()), level, `level ${level}`)
    if (own !== undefined) announce(reply, own, 'key', 'this key')
  }
}

/** Reports the remaining calls in the headers of draft-ietf-httpapi-ratelimit-headers, and refuses a call when none remain. */
function announce(reply: FastifyReply, state: RateState, policy: string, whose: string): void {
  reply.header('RateLimit-Policy', `"${policy}";q=${state.limit};w=${RATE_WINDOW}`)
  reply.header('RateLimit', `"${policy}";r=${state.remaining};t=${state.reset}`)
  if (state.allowed) return
  throw new AppError(
    'rate',
    `[45012] too many requests: ${whose} allows ${state.limit} calls per minute; try again in ${state.reset} seconds`,
    { retryAfter: state.reset },
  )
}
