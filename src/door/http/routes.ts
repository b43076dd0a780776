// The specified API: the operations of the table at their documented paths, for callers with e-mail and key.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Body, type Given, OPERATIONS, type Operation } from '../../operation/index.ts'
import type { Account } from '../../service/account/index.ts'
import { requireKeyAccess } from '../server/access.ts'
import type { Allowance } from '../server/allowance.ts'
import { baseUrl } from '../server/base-url.ts'
import { type Arriving, acceptBodies, bodyLimit, fileOf } from '../server/body.ts'
import { QUICK_COMPRESSION } from '../server/compression.ts'
import type { DoorContext } from '../server/context.ts'
import { decodeQuery, missingQuery } from '../server/decode-query.ts'
import { parametersOf } from '../server/parameters.ts'
import { runOperation } from '../server/run.ts'
import { type AdmitCaller, authenticate } from './caller.ts'
import { inDialect } from './dialect.ts'

/** What the routes of a door share. */
interface HttpDoor {
  readonly context: DoorContext
  readonly allowance: Allowance
  readonly admit: AdmitCaller
}

const KINDS: readonly Body[] = ['none', 'addresses', 'stream', 'bytes']

/** Registers every operation that the specified API has. */
export async function httpRoutes(app: FastifyInstance, door: HttpDoor): Promise<void> {
  for (const kind of KINDS) {
    await app.register(async (scope) => {
      await acceptBodies(scope, door.context, kind)
      for (const operation of OPERATIONS)
        if (operation.http !== undefined && (operation.body ?? 'none') === kind)
          addRoute(scope, door, operation, kind)
    })
  }
}

function addRoute(scope: FastifyInstance, door: HttpDoor, operation: Operation, kind: Body): void {
  const [methods = '', url = ''] = (operation.http ?? '').split(' ')
  scope.route({
    method: methods.split('|'),
    url,
    ...bodyLimit(door.context, kind, operation),
    // A byte range refers to the uncompressed file.
    ...(operation.download !== undefined && operation.sends === undefined && { compress: false }),
    ...(operation.rows !== undefined && { compress: QUICK_COMPRESSION }),
    config: {
      slow: kind === 'stream' || kind === 'addresses',
      realStatus: operation.realStatus === true,
      ...(operation.access !== 'public' && {
        longBody: async (request, form) => {
          const caller = await authenticate(door.context, request, form)
          requireKeyAccess(operation, caller, door.context.config, (name) => form[name])
          return caller.id
        },
      }),
    },
    handler: (request, reply) => handle(door, operation, request, reply),
  })
}

async function handle(door: HttpDoor, operation: Operation, request: FastifyRequest, reply: FastifyReply) {
  const { given, stream } = await arriving(operation, request)
  const caller =
    operation.access === 'public' ? undefined : await admit(door, operation, request, reply, given)
  const { context } = door
  const dialect = caller === undefined ? { given } : inDialect(operation, given, caller)
  return runOperation(door, operation, request, reply, {
    caller,
    ...dialect,
    given: withQuery(operation, dialect.given),
    stream,
    fileBase: () => baseUrl(request, context.config['http.baseUrl']),
  })
}

/** The parameters of a request, and its file if the operation accepts one. */
async function arriving(operation: Operation, request: FastifyRequest): Promise<Arriving> {
  const sent = parametersOf(request)
  const place = request.params as Readonly<Record<string, string>>
  const given: Given = (name) => (Object.hasOwn(place, name) ? place[name] : sent(name))
  if (operation.body !== 'stream') return { given, stream: request.raw }
  return fileOf(request, given)
}

/** Admits a caller; the uploaded list of a rejected caller is discarded, so that the caller can read the response. */
async function admit(
  { admit, context }: HttpDoor,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  given: Given,
): Promise<Account> {
  try {
    const caller = await admit(request, reply, (name) => {
      const value = given(name)
      return typeof value === 'string' ? value : undefined
    })
    requireKeyAccess(operation, caller, context.config, given)
    return caller
  } catch (error) {
    if (operation.body === 'addresses') request.raw.resume()
    throw error
  }
}

/** The query text is sent as base64, in a separate parameter. */
function withQuery({ input }: Operation, given: Given): Given {
  if (!Object.hasOwn(input, 'query')) return given
  return (name) => {
    if (name !== 'query') return given(name)
    const encoded = given('qbase64')
    if (typeof encoded !== 'string') throw missingQuery()
    return decodeQuery(encoded)
  }
}
