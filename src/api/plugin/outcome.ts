import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics, Outcome } from '../metrics.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** How the request ended; set where a failure is answered. */
    outcome: Outcome
    /** The id of the account, once its credentials were right. */
    accountId: number | undefined
  }
}

/** Counts every request and logs one line for it: route pattern and figures, never an address, e-mail, key or query. */
export function recordOutcomes(app: FastifyInstance, metrics: Metrics): void {
  app.decorateRequest('outcome', 'ok')
  app.decorateRequest('accountId', undefined)
  app.addHook('onResponse', async (request, reply) => record(request, reply, metrics))
  app.addHook('onRequestAbort', async (request) => {
    request.outcome = 'gone'
  })
}

function record(request: FastifyRequest, reply: FastifyReply, metrics: Metrics): void {
  const route = request.routeOptions.url ?? 'none'
  metrics.request(route, request.outcome, reply.elapsedTime / 1000)
  const line = {
    method: request.method,
    route,
    status: reply.statusCode,
    outcome: request.outcome,
    milliseconds: Math.round(reply.elapsedTime * 10) / 10,
    ...(request.accountId !== undefined && { account: request.accountId }),
  }
  request.log.info(line, 'request')
}
