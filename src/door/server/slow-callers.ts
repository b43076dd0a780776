import type { FastifyInstance } from 'fastify'
import { answerBrokenRequest } from './failures.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a request may take as long as it moves at all: it carries a file. */
    slow?: boolean
  }
}

/** Cuts off callers whose request has not arrived within `limit` milliseconds; the time for headers is Node's to watch. */
export function limitRequestTime(app: FastifyInstance, limit: number): void {
  app.addHook('onRequest', async (request, reply) => {
    // Requests that no socket brought have no such mark.
    if (request.raw.complete !== false || request.routeOptions.config.slow === true) return
    const { raw } = request
    const late = setTimeout(() => {
      // What comes after the answer is drained, within limits of its own.
      if (raw.complete || reply.raw.headersSent) return
      const error = Object.assign(new Error('request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      answerBrokenRequest(error, raw.socket)
    }, limit)
    const stop = (): void => clearTimeout(late)
    raw.once('end', stop).once('close', stop)
  })
}
