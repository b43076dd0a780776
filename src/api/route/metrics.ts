import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isInside, parseAddress, parseNetwork } from '../../util/index.ts'
import type { ApiContext } from '../context.ts'
import { notFound } from '../failure.ts'

/** `/metrics` in the text format of Prometheus, for those whom `http.metrics` allows; for others there is none. */
export function metricsRoute(app: FastifyInstance, context: ApiContext): void {
  const access = context.config['http.metrics']
  if (access === 'off') return
  app.get('/metrics', {
    schema: { tags: ['operation'], summary: 'Figures for Prometheus', produces: ['text/plain'] },
    handler: async (request, reply) => {
      if (access === 'loopback' && !isLoopback(request)) throw notFound()
      const { type, text } = await context.metrics.read()
      return reply.type(type).send(text)
    },
  })
}

const LOOPBACK = [parseNetwork('127.0.0.0/8'), parseNetwork('::1/128')]

function isLoopback(request: FastifyRequest): boolean {
  const address = parseAddress(request.ip)
  return (
    address !== undefined && LOOPBACK.some((network) => network !== undefined && isInside(address, network))
  )
}
