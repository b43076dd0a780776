import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { ApiContext } from '../context.ts'
import type { Admit } from '../plugin/admission.ts'
import { credentials } from '../schema/credentials.ts'
import { ErrorBody } from '../schema/error.ts'
import { InfoAnswer, type InfoBody } from '../schema/info.ts'

/** `GET` and `POST /api/v1/info/my`. */
export function infoMyRoute(app: FastifyInstance, context: ApiContext, admit: Admit): void {
  const about = { tags: ['account'], summary: 'Facts about the calling account' }
  const response = {
    200: Type.Union([InfoAnswer, ErrorBody], { description: 'The account, or why it is not told.' }),
  }
  const parameters = Type.Object(credentials)
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await admit(request, reply)
    return context.services().accounts.accountInfo(caller) satisfies Promise<InfoBody>
  }
  app.get('/api/v1/info/my', {
    schema: { ...about, operationId: 'infoMy', querystring: parameters, response },
    handler,
  })
  app.post('/api/v1/info/my', {
    schema: {
      ...about,
      operationId: 'infoMyByForm',
      consumes: ['application/x-www-form-urlencoded'],
      body: parameters,
      response,
    },
    handler,
  })
}
