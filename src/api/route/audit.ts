import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { showAuditEntry } from '../../service/account/index.ts'
import { AuditEntry, auditParameters, backwardsOf, next, nextOf } from '../admin/index.ts'
import type { ApiContext } from '../context.ts'
import { given } from '../param/search.ts'
import type { Admit } from '../plugin/admission.ts'
import { parametersOf } from '../plugin/parameters.ts'
import { credentials } from '../schema/credentials.ts'
import { ErrorBody } from '../schema/error.ts'

const AuditAnswer = Type.Object(
  { error: Type.Literal(false), entries: Type.Array(AuditEntry), next },
  { title: 'AuditAnswer', additionalProperties: false },
)

/** `GET /api/v1/audit`: what an account did, and what was done to it. */
export function auditRoute(app: FastifyInstance, context: ApiContext, admit: Admit): void {
  app.get('/api/v1/audit', {
    schema: {
      tags: ['account'],
      operationId: 'audit',
      summary: 'What the calling account did and what was done to it, newest first',
      querystring: Type.Object({ ...credentials, ...auditParameters }),
      response: {
        200: Type.Union([AuditAnswer, ErrorBody], { description: 'The entries, or why there are none.' }),
      },
    },
    handler: async (request, reply) => {
      const caller = await admit(request, reply)
      const parameter = parametersOf(request)
      const page = backwardsOf(parameter)
      const wanted = { ...page, account: caller.id, action: given(parameter, 'action') }
      const entries = await context.services().accounts.readTrail(caller, wanted)
      return { error: false, entries: entries.map(showAuditEntry), next: nextOf(entries, page.limit) }
    },
  })
}
