import type { FastifyInstance } from 'fastify'
import { answerBrokenRequest } from './failures.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a request may take any time as long as data arrives: it contains a file. */
    slow?: boolean
  }
}

/** Closes connections whose request has not arrived within `limit` milliseconds; Node itself limits the time for headers. */
export function limitRequestTime(app: FastifyInstance, limit: number): void {
  app.addHook('onRequest', async (request, reply) => {
    // Injected requests (without a socket) do not have this mark.
    if (request.raw.complete !== false || request.routeOptions.config.slow === true) return
    const { raw } = request
    const late = setTimeout(() => {
      // The body after the response is drained, within separate limits.
      if (raw.complete || reply.raw.headersSent) return
      const error = Object.assign(new Error('request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      answerBrokenRequest(error, raw.socket)
    }, limit)
    const stop = (): void => clearTimeout(late)
    raw.once('end', stop).once('close', stop)
  })
}
