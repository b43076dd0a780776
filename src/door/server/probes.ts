// `/healthz`, `/readyz` and `/metrics`.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../error/index.ts'
import type { Phase } from '../../operation/index.ts'
import { isInside, parseAddress, parseNetwork } from '../../util/index.ts'
import type { DoorContext } from './context.ts'
import { notFound } from './failure.ts'

/** The error for a call before the server is ready, by phase. */
export function notReady(phase: Exclude<Phase, 'ready'>): AppError {
  const why = phase === 'starting' ? 'the server is starting' : 'the server is shutting down'
  return new AppError('unavailable', `503 Service Unavailable: ${why}; try again in a few seconds`)
}

/** `/healthz`: the process is alive. `/readyz`: it answers calls. */
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
      const { check, damage, readOnly } = context.services()
      await check()
      const [detail, reason] = [damage(), await readOnly.reason()]
      return {
        status: 'ok' as const,
        ...(detail !== undefined && { detail }),
        ...(reason !== undefined && { read_only: true }),
      }
    },
  })
  metricsRoute(app, context)
}

/** `/metrics` in the text format of Prometheus, for callers that `http.metrics` allows; hidden from others. */
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

/** Headers that a proxy adds to a request it passes on. */
const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
]

/**
 * Whether the request comes from this machine itself. A local proxy forwards requests of others; the address is the caller's only
 * if the proxy is trusted.
 */
function isThisMachine(request: FastifyRequest): boolean {
  const address = parseAddress(request.ip)
  const isPassedOn = FORWARDED.some((name) => request.headers[name] !== undefined)
  if (isPassedOn && request.ip === request.socket.remoteAddress) return false
  return (
    address !== undefined && LOOPBACK.some((network) => network !== undefined && isInside(address, network))
  )
}
