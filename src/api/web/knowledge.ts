import type { FastifyInstance } from 'fastify'
import { USAGE_RULES } from '../../service/account/index.ts'
import { AGES, PRESETS, STARTS, VOCABULARY } from '../../tag/index.ts'
import type { ApiContext } from '../context.ts'
import { requireVisitor } from './visitor.ts'

const rules = JSON.stringify({ error: false, ...USAGE_RULES })
const vocabulary = JSON.stringify({ error: false, vocabulary: VOCABULARY, starts: STARTS, ages: AGES })

/** What the page explains: the usage rules, the tags there are, and what the data is made of. */
export function knowledgeRoutes(scope: FastifyInstance, context: ApiContext): void {
  // Read before there is an account.
  scope.get('/web/api/rules', async (_, reply) => reply.type('application/json; charset=utf-8').send(rules))
  scope.get('/web/api/vocabulary', async (request, reply) => {
    await requireVisitor(context, request)
    return reply.type('application/json; charset=utf-8').send(vocabulary)
  })
  scope.get('/web/api/sources', async (request) => {
    const { account } = await requireVisitor(context, request)
    const current = await context.services().tagging.sources()
    return { error: false, ...current, ...(account.role === 'administrator' && { presets: PRESETS }) }
  })
}
