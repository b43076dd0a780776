import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../error/index.ts'
import { type Account, actorOf } from '../../service/account/index.ts'
import { ADMIN_OPERATIONS, type AdminOperation } from '../admin/index.ts'
import { baseUrl } from '../base-url.ts'
import type { ApiContext } from '../context.ts'
import type { Admit } from '../plugin/admission.ts'
import { parametersOf } from '../plugin/parameters.ts'
import { credentials } from '../schema/credentials.ts'
import { ErrorBody } from '../schema/error.ts'

/** Fails with `forbidden` for an account that is no administrator. */
export function requireAdministrator(account: Account): void {
  if (account.role !== 'administrator')
    throw new AppError('forbidden', '403 Forbidden: only administrators may call this address')
}

/** `/api/v1/admin/*`: the operations of administrators, who prove themselves with e-mail and key. */
export function adminRoutes(app: FastifyInstance, context: ApiContext, admit: Admit): void {
  for (const operation of ADMIN_OPERATIONS) {
    app.route({
      method: operation.method,
      url: `/api/v1/admin${operation.path}`,
      schema: describe(operation),
      handler: async (request, reply) => {
        const caller = await admit(request, reply)
        requireAdministrator(caller)
        return { error: false, ...(await run(operation, context, caller, request)) }
      },
    })
  }
}

function run(operation: AdminOperation, context: ApiContext, caller: Account, request: FastifyRequest) {
  const sent = parametersOf(request)
  const place = request.params as Readonly<Record<string, string>>
  return operation.run({
    context,
    caller,
    actor: actorOf(caller, request.ip),
    parameter: (name) => place[name] ?? sent(name),
    baseUrl: () => baseUrl(request, context.config['http.baseUrl']),
  })
}

function describe({ id, method, summary, description, place, parameters, answer }: AdminOperation) {
  const sent = Type.Object({ ...credentials, ...parameters })
  const body = Type.Object({ error: Type.Literal(false), ...answer }, { additionalProperties: false })
  return {
    tags: ['administration'],
    operationId: id,
    summary,
    ...(description !== undefined && { description }),
    ...(place !== undefined && { params: Type.Object(place) }),
    ...(method === 'GET'
      ? { querystring: sent }
      : { consumes: ['application/x-www-form-urlencoded'], body: sent }),
    response: { 200: Type.Union([body, ErrorBody], { description: 'The answer, or why there is none.' }) },
  }
}
