import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Account, WorkOwner } from '../../service/account/index.ts'
import type { DoorContext } from './context.ts'
import type { Outcome } from './metrics.ts'

/** What an account received from a call. */
interface Use {
  readonly account: number
  /** The named key of the call, if it is not the account's first one. */
  readonly key?: number | undefined
  readonly rows: number
  readonly coins: number
}

/** The use of a call that has received nothing yet. */
export function unusedBy({ id, key }: Account): Use {
  return { account: id, key: key?.id, rows: 0, coins: 0 }
}

/** What a call ends with: its account, and its key or its session. */
export function ownerOf({ id, keyHash, role }: Account, session?: string): WorkOwner {
  return { account: id, keyHash, session, isAdministrator: role === 'administrator' }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The outcome of the request; set when a failure is answered. */
    outcome: Outcome
    /** The caller and the call; set once the credentials were accepted. */
    use: Use | undefined
    /** What the call ends with; set with the caller. Never logged. */
    owner: WorkOwner | undefined
  }
}

/** Counts every request and logs one line for it: route pattern and figures, never an address, e-mail, key or query. */
export function recordOutcomes(app: FastifyInstance, context: DoorContext): void {
  app.decorateRequest('outcome', 'ok')
  app.decorateRequest('use', undefined)
  app.decorateRequest('owner', undefined)
  app.addHook('onResponse', async (request, reply) => record(request, reply, context))
  app.addHook('onRequestAbort', async (request) => {
    request.outcome = 'gone'
  })
}

function record(request: FastifyRequest, reply: FastifyReply, context: DoorContext): void {
  const { outcome, use } = request
  const route = request.routeOptions.url ?? 'none'
  context.metrics.request(route, outcome, reply.elapsedTime / 1000)
  const line = {
    method: request.method,
    route,
    status: reply.statusCode,
    outcome,
    milliseconds: Math.round(reply.elapsedTime * 10) / 10,
    ...(use && { account: use.account, key: use.key, rows: use.rows, coins: use.coins }),
  }
  request.log.info(line, 'request')
  if (use === undefined || outcome !== 'ok') return
  const { account: accountId, rows, coins } = use
  context.services().accounts.countCall({ accountId, route, rows, coins, address: request.ip })
}
