import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A route whose parameters come from the query string or from an urlencoded body. */
export interface QueryOrForm {
  readonly about: object
  readonly operationId: string
  readonly parameters: object
  /** Parameters of the path. */
  readonly place?: object
  readonly response: object
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}

/** Registers `GET` and `POST` of an address. */
export function byQueryOrForm(app: FastifyInstance, path: string, route: QueryOrForm): void {
  const { about, operationId, parameters, place, response, handler } = route
  const common = { ...about, ...(place && { params: place }), response }
  app.get(path, { schema: { ...common, operationId, querystring: parameters }, handler })
  app.post(path, {
    schema: {
      ...common,
      operationId: `${operationId}ByForm`,
      consumes: ['application/x-www-form-urlencoded'],
      body: parameters,
    },
    handler,
  })
}
