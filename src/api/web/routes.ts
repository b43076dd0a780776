// The page's own door, `/web/api/*`: JSON in and out, real statuses, a session cookie instead of a key.
import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import type { ApiContext } from '../context.ts'
import { answer } from '../plugin/failures.ts'
import type { Pace } from '../plugin/pace.ts'
import { accountRoutes } from './account.ts'
import { webAdminRoutes } from './admin.ts'
import { aggregateRoutes } from './aggregate.ts'
import { acceptJson } from './body.ts'
import { exportRoutes } from './export.ts'
import { iconRoutes } from './icon.ts'
import { webImportRoutes } from './imports.ts'
import { knowledgeRoutes } from './knowledge.ts'
import { passwordRoutes } from './password.ts'
import { savedSearchRoutes } from './saved-search.ts'
import { searchRoutes } from './search.ts'
import { sessionRoutes } from './session.ts'
import { webTaggingRoutes } from './tagging.ts'
import { refuseOtherSites } from './visitor.ts'

/** Registers everything below `/web/api`. */
export async function webRoutes(app: FastifyInstance, context: ApiContext, pace: Pace): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(cookie)
    acceptJson(scope)
    scope.setErrorHandler((error, request, reply) => answer(error, request, reply, 'standard'))
    scope.addHook('onRequest', refuseOtherSites)
    scope.addHook('onRoute', (route) => {
      route.schema = { ...route.schema, hide: true }
    })
    sessionRoutes(scope, context)
    passwordRoutes(scope, context)
    accountRoutes(scope, context)
    searchRoutes(scope, context, pace)
    savedSearchRoutes(scope, context)
    exportRoutes(scope, context, pace)
    knowledgeRoutes(scope, context)
    await webTaggingRoutes(scope, context, pace)
    await webImportRoutes(scope, context)
    await webAdminRoutes(scope, context)
    aggregateRoutes(scope, context)
    iconRoutes(scope, context)
  })
}
