import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../error/index.ts'
import { type Account, actorOf } from '../../service/account/index.ts'
import { FEED_OPERATIONS, type FeedOperation } from '../admin/index.ts'
import type { ApiContext } from '../context.ts'
import type { Parameter } from '../param/search.ts'
import type { Admit } from '../plugin/admission.ts'
import { parametersOf } from '../plugin/parameters.ts'
import { credentials } from '../schema/credentials.ts'
import { ErrorBody } from '../schema/error.ts'

/** The routes under `/api/v1/admin/feeds`. Bodies of files are sent as application/octet-stream. */
export async function adminFeedsRoutes(
  app: FastifyInstance,
  context: ApiContext,
  admit: Admit,
): Promise<void> {
  await app.register(async (scope) => {
    acceptFiles(scope, context)
    for (const operation of FEED_OPERATIONS) addRoute(scope, context, admit, operation)
  })
}

/** Lets the routes of a scope take files as bodies, whole and bounded. */
export function acceptFiles(scope: FastifyInstance, context: ApiContext): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: context.config['feed.sizeLimit'] },
    (_request, body, done) => done(null, body),
  )
}

function addRoute(app: FastifyInstance, context: ApiContext, admit: Admit, operation: FeedOperation): void {
  const { id, method, path, summary, answer, takes } = operation
  app.route({
    method,
    url: `/api/v1/admin/feeds${path}`,
    schema: {
      tags: ['administration'],
      operationId: id,
      summary,
      querystring: Type.Object({ ...credentials, ...takes }),
      response: {
        200: Type.Union([answer, ErrorBody], { description: 'What stands now, or why not.' }),
      },
    },
    handler: async (request, reply) => {
      const caller = await admit(request, reply)
      return runFeedOperation(context, operation, caller, request, parametersOf(request))
    },
  })
}

/** Does what an administrator asks for, and notes it. Fails with `forbidden` for everybody else. */
export async function runFeedOperation(
  context: ApiContext,
  { id, method, run }: FeedOperation,
  caller: Account,
  request: FastifyRequest,
  parameter: Parameter,
): Promise<object> {
  if (caller.role !== 'administrator')
    throw new AppError('forbidden', '403 Forbidden: only administrators manage feeds')
  const { feeds, accounts } = context.services()
  const { name = '' } = request.params as { name?: string }
  const bytes = request.body instanceof Uint8Array && request.body.length > 0 ? request.body : undefined
  const answer = await run({ feeds, name, parameter, bytes })
  if (method !== 'GET') {
    const deed = { action: `feed.${id.replace('Feed', '')}`, detail: { feed: name } }
    await accounts.recordDeed(actorOf(caller, request.ip), deed)
  }
  return { error: false, ...answer }
}
