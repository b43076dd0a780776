import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../error/index.ts'
import type { ApiContext, Phase } from '../context.ts'
import { ErrorBody } from '../schema/error.ts'

/** The failure of a call that needs a server that is ready, by phase. */
export function notReady(phase: Exclude<Phase, 'ready'>): AppError {
  const why = phase === 'starting' ? 'the server is starting' : 'the server is shutting down'
  return new AppError('unavailable', `503 Service Unavailable: ${why}; try again in a few seconds`)
}

const Health = Type.Object(
  { status: Type.Literal('ok') },
  { title: 'Health', description: 'It does.', additionalProperties: false },
)

const Readiness = Type.Object(
  {
    status: Type.Literal('ok'),
    detail: Type.Optional(
      Type.String({ description: 'What is damaged although calls are answered; absent where nothing is.' }),
    ),
  },
  { title: 'Readiness', description: 'It does.', additionalProperties: false },
)

/** `/healthz`: the process lives. `/readyz`: it answers calls. */
export function healthRoutes(app: FastifyInstance, context: ApiContext): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/healthz',
    schema: { tags: ['operation'], summary: 'Whether the process lives', response: { 200: Health } },
    handler: async () => ({ status: 'ok' as const }),
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/readyz',
    schema: {
      tags: ['operation'],
      summary: 'Whether the server answers calls',
      response: { 200: Readiness, 503: ErrorBody },
    },
    handler: async () => {
      const phase = context.phase()
      if (phase !== 'ready') throw notReady(phase)
      const { check, damage } = context.services()
      await check()
      const detail = damage()
      return { status: 'ok' as const, ...(detail !== undefined && { detail }) }
    },
  })
}
