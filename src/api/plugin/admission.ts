import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../error/index.ts'
import type { Account } from '../../service/account/index.ts'
import type { ApiContext } from '../context.ts'
import { createRateLimiter, RATE_WINDOW, type RateState } from '../rate.ts'
import type { Parameter } from '../param/search.ts'
import { parametersOf } from './parameters.ts'

/** Finds out who calls and whether they may call now: the first two checks of every call with credentials. */
export type Admit = (
  request: FastifyRequest,
  reply: FastifyReply,
  /** Where the credentials are read; the request's own parameters unless given. */
  parameter?: Parameter,
) => Promise<Account>

/** Admission by the accounts of the context and the rates of its settings. */
export function createAdmission(context: ApiContext): Admit {
  const limiter = createRateLimiter()
  return async (request, reply, parameter = parametersOf(request)) => {
    const caller = await context.services().accounts.authenticate({
      // A plus sign that was not escaped arrives as a blank, and no e-mail holds one.
      email: parameter('email')?.replaceAll(' ', '+'),
      key: parameter('key'),
      address: request.ip,
    })
    request.use = { account: caller.id, rows: 0, coins: 0 }
    const perMinute = context.config[`level.${caller.level}.rate`]
    if (perMinute > 0) announce(reply, limiter(caller.id, perMinute, context.now()), caller.level)
    return caller
  }
}

/** Says what is left in the headers of draft-ietf-httpapi-ratelimit-headers, and refuses when nothing is. */
function announce(reply: FastifyReply, state: RateState, policy: string): void {
  reply.header('RateLimit-Policy', `"${policy}";q=${state.limit};w=${RATE_WINDOW}`)
  reply.header('RateLimit', `"${policy}";r=${state.remaining};t=${state.reset}`)
  if (state.allowed) return
  throw new AppError(
    'rate',
    `[45012] too many requests: level ${policy} allows ${state.limit} calls per minute; try again in ${state.reset} seconds`,
    { retryAfter: state.reset },
  )
}
