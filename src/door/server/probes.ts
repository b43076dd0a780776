import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../error/index.ts'
import type { Phase } from '../../operation/index.ts'
import { isInside, parseAddress, parseNetwork } from '../../util/index.ts'
import type { DoorContext } from './context.ts'
import { notFound } from './failure.ts'

/** The failure of a call that needs a server that is ready, by phase. */
export function notReady(phase: Exclude<Phase, 'ready'>): AppError {
  const why = phase === 'starting' ? 'the server is starting' : 'the server is shutting down'
  return new AppError('unavailable', `503 Service Unavailable: ${why}; try again in a few seconds`)
}

/** `/healthz`: the process lives. `/readyz`: it answers calls. */
export function probeRoutes(app: FastifyInstance, context: DoorContext): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/healthz',
    handler: async () => ({ status: 'ok' as const }),
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/readyz',
    handler: async () => {
      const phase = context.phase()
      if (phase !== 'ready') throw notReady(phase)
      const { check, damage } = context.services()
      await check()
      const detail = damage()
      return { status: 'ok' as const, ...(detail !== undefined && { detail }) }
    },
  })
  metricsRoute(app, context)
}

/** `/metrics` in the text format of Prometheus, for those whom `http.metrics` allows; for others there is none. */
function metricsRoute(app: FastifyInstance, context: DoorContext): void {
  const access = context.config['http.metrics']
  if (access === 'off') return
  app.get('/metrics', {
    handler: async (request, reply) => {
      if (access === 'loopback' && !isThisMachine(request)) throw notFound()
      const { type, text } = await context.metrics.read()
      return reply.type(type).send(text)
    },
  })
}

const LOOPBACK = [parseNetwork('127.0.0.0/8'), parseNetwork('::1/128')]

/** What a proxy adds to a request that it passes on. */
const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
]

/**
 * Whether the machine itself asks. A proxy on it asks for somebody else; only where it is trusted the address is that of the caller.
 */
function isThisMachine(request: FastifyRequest): boolean {
  const address = parseAddress(request.ip)
  const isPassedOn = FORWARDED.some((name) => request.headers[name] !== undefined)
  if (isPassedOn && request.ip === request.socket.remoteAddress) return false
  return (
    address !== undefined && LOOPBACK.some((network) => network !== undefined && isInside(address, network))
  )
}
