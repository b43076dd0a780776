import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ApiContext } from '../context.ts'
import { notFound } from '../failure.ts'
import { requireVisitor } from './visitor.ts'

// Bytes of strangers: a browser that opens them alone runs nothing and loads nothing.
const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'private, max-age=31536000, immutable',
} as const

/** The icons of sites, by the hash that records name. */
export function iconRoutes(scope: FastifyInstance, context: ApiContext): void {
  scope.get(
    '/web/api/icon/:hash',
    async (request: FastifyRequest<{ Params: { readonly hash: string } }>, reply) => {
      await requireVisitor(context, request)
      const icon = await context.services().icons.read(request.params.hash)
      if (icon === undefined) throw notFound()
      return reply.headers(HEADERS).type(icon.type).send(icon.bytes)
    },
  )
}
