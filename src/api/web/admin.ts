import type { FastifyInstance } from 'fastify'
import { actorOf } from '../../service/account/index.ts'
import { ADMIN_OPERATIONS, FEED_OPERATIONS } from '../admin/index.ts'
import { baseUrl } from '../base-url.ts'
import type { ApiContext } from '../context.ts'
import { requireAdministrator } from '../route/admin.ts'
import { acceptFiles, runFeedOperation } from '../route/admin-feeds.ts'
import { parametersOfPage } from './parameter.ts'
import { requireVisitor } from './visitor.ts'

/** `/web/api/admin/*`: the operations of administrators, who prove themselves with their session. */
export async function webAdminRoutes(scope: FastifyInstance, context: ApiContext): Promise<void> {
  for (const { method, path, run } of ADMIN_OPERATIONS) {
    scope.route({
      method,
      url: `/web/api/admin${path}`,
      handler: async (request) => {
        const { account: caller } = await requireVisitor(context, request)
        requireAdministrator(caller)
        const answer = await run({
          context,
          caller,
          actor: actorOf(caller, request.ip),
          parameter: parametersOfPage(request),
          baseUrl: () => baseUrl(request, context.config['http.baseUrl']),
        })
        return { error: false, ...answer }
      },
    })
  }
  await scope.register(async (files) => feedRoutes(files, context))
}

/** Parameters stand in the query string, because the body is the feed. */
function feedRoutes(scope: FastifyInstance, context: ApiContext): void {
  acceptFiles(scope, context)
  for (const operation of FEED_OPERATIONS) {
    scope.route({
      method: operation.method,
      url: `/web/api/admin/feeds${operation.path}`,
      // The body is a file of many bytes: whoever may not send one is refused before it is read.
      onRequest: async (request) => {
        requireAdministrator((await requireVisitor(context, request)).account)
      },
      handler: async (request) => {
        const { account } = await requireVisitor(context, request)
        return runFeedOperation(context, operation, account, request, parametersOfPage(request))
      },
    })
  }
}
