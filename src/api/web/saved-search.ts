import type { FastifyInstance } from 'fastify'
import type { ApiContext } from '../context.ts'
import { flagOf, textOf } from './body.ts'
import { requireVisitor } from './visitor.ts'

/** Searches that an account keeps under a name. */
export function savedSearchRoutes(scope: FastifyInstance, context: ApiContext): void {
  const accounts = () => context.services().accounts
  scope.get('/web/api/searches', async (request) => {
    const { account } = await requireVisitor(context, request)
    return { error: false, searches: await accounts().listSavedSearches(account) }
  })
  scope.post('/web/api/searches', async (request) => {
    const { account } = await requireVisitor(context, request)
    const search = {
      name: textOf(request, 'name'),
      query: textOf(request, 'query'),
      full: flagOf(request, 'full'),
    }
    return { error: false, search: await accounts().saveSearch(account, search) }
  })
  scope.delete<{ Params: { id: string } }>('/web/api/searches/:id', async (request) => {
    const { account } = await requireVisitor(context, request)
    await accounts().deleteSavedSearch(account, Number(request.params.id))
    return { error: false }
  })
}
