// The page's own calls, `/web/api/*`: JSON in and out, real statuses, a session cookie instead of a key.
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Body, type Given, OPERATIONS, type Operation, wrong } from '../../operation/index.ts'
import type { Session } from '../../service/account/index.ts'
import { requireAccess } from '../server/access.ts'
import type { Allowance } from '../server/allowance.ts'
import { acceptBodies, bodyLimit, fileOf } from '../server/body.ts'
import type { DoorContext } from '../server/context.ts'
import { answer } from '../server/answer-failures.ts'
import { refuseUnknownHosts } from '../server/known-host.ts'
import type { LimitRate } from '../server/rate-limit.ts'
import { runOperation } from '../server/run.ts'
import { wordsFor } from './language.ts'
import { findSession, refuseOtherSites, requireSession, sessionPort } from './session.ts'

/** What the routes of a door share. */
interface PageDoor {
  readonly context: DoorContext
  readonly allowance: Allowance
  readonly limitRate: LimitRate
}

const KINDS: readonly Body[] = ['none', 'addresses', 'stream', 'bytes']

/** Registers every operation that the page calls. */
export async function pageRoutes(app: FastifyInstance, door: PageDoor): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(cookie)
    acceptJson(scope)
    scope.setErrorHandler((error, request, reply) =>
      answer(error, request, reply, 'standard', wordsFor(request)),
    )
    scope.addHook('onRequest', refuseUnknownHosts(door.context.config))
    scope.addHook('onRequest', refuseOtherSites)
    for (const kind of KINDS) {
      await scope.register(async (inner) => {
        await acceptBodies(inner, door.context, kind)
        for (const operation of OPERATIONS)
          if (operation.page !== undefined && (operation.body ?? 'none') === kind)
            addRoute(inner, door, operation, kind)
      })
    }
  })
}

/** Allows only JSON objects as bodies for the routes of a scope. */
function acceptJson(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => {
    try {
      done(null, body.length === 0 ? {} : JSON.parse(body.toString()))
    } catch {
      done(wrong('the body is not valid JSON'), undefined)
    }
  })
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_, __, done) =>
    done(wrong('the body must be sent as application/json'), undefined),
  )
}

function addRoute(scope: FastifyInstance, door: PageDoor, operation: Operation, kind: Body): void {
  const [method = '', path = ''] = (operation.page ?? '').split(' ')
  scope.route({
    method,
    url: `/web/api/${path}`,
    ...bodyLimit(door.context, kind, operation),
    ...(operation.download !== undefined && operation.sends === undefined && { compress: false }),
    config: {
      slow: kind === 'stream' || kind === 'addresses',
      // Callers without a session send only short bodies.
      longBody:
        operation.access === 'public'
          ? 'nobody'
          : async (request) => (await admitSession(door, operation, request)).account.id,
    },
    handler: (request, reply) => handle(door, operation, request, reply),
  })
}

async function handle(door: PageDoor, operation: Operation, request: FastifyRequest, reply: FastifyReply) {
  try {
    const session = await admit(door, operation, request)
    if (operation.limited === true && session !== undefined) door.limitRate(session.account, reply)
    const { given, stream } =
      operation.body === 'stream'
        ? await fileOf(request, parametersOf(request))
        : { given: parametersOf(request), stream: request.raw }
    return await runOperation(door, operation, request, reply, {
      caller: session?.account,
      given,
      stream,
      session: sessionPort(door.context, request, reply, session),
      fileBase: () => '',
    })
  } catch (error) {
    // The rest of an uploaded list is discarded, so that the browser can finish sending and read the response.
    if (operation.body === 'addresses') request.raw.resume()
    throw error
  }
}

/** Finds the session of a call and checks that its account may call the operation. */
async function admit(
  { context }: PageDoor,
  operation: Operation,
  request: FastifyRequest,
): Promise<Session | undefined> {
  if (operation.access === 'public') return findSession(context, request)
  return admitSession({ context }, operation, request)
}

async function admitSession(
  { context }: Pick<PageDoor, 'context'>,
  operation: Operation,
  request: FastifyRequest,
): Promise<Session> {
  const session = await requireSession(context, request)
  requireAccess(operation, session.account)
  return session
}

/** The parameters of a request: those of the path, of the query string, then the members of a JSON body. */
function parametersOf({ params, query, body }: FastifyRequest): Given {
  const places = [params, query, membersOf(body)] as readonly Readonly<Record<string, unknown>>[]
  return (name) => places.find((one) => Object.hasOwn(one, name))?.[name]
}

function membersOf(body: unknown): object {
  if (body === undefined || body === null || body instanceof Uint8Array) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw wrong('the body must be a JSON object')
  return body
}
