// The Model Context Protocol over HTTP: one address that takes messages by `POST` and answers each at once ("streamable HTTP" without
// streams and sessions, https://modelcontextprotocol.io/specification/2025-11-25/basic/transports).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, isAppError } from '../../error/index.ts'
import {
  createMcpServer,
  type Handle,
  type Incoming,
  limitsOf,
  type Outgoing,
  PROTOCOL_VERSIONS,
  readMessages,
} from '../../mcp/index.ts'
import { type Account, actorOf } from '../../service/account/index.ts'
import type { DoorContext } from '../server/context.ts'
import { accountBackend } from './account-backend.ts'
import { type Admit, authenticate, credentialsOf } from '../http/admission.ts'
import { answer } from '../server/failures.ts'
import { underCall } from '../server/hang-up.ts'
import { describeError } from '../server/redact.ts'
import { refuseOtherSites } from '../page/session.ts'

const SCHEMES = 'Basic realm="periplus", Bearer realm="periplus"'

/** `POST /mcp`, unless the setting `mcp.http` is off. */
export async function mcpRoute(
  app: FastifyInstance,
  context: DoorContext,
  admit: Admit,
  version: string,
): Promise<void> {
  if (!context.config['mcp.http']) return
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
    scope.setErrorHandler((error, request, reply) => {
      // Of use on 401 only, where it has to stand (RFC 9110 §11.6.1).
      if (isAppError(error) && error.code === 'unauthorized') reply.header('WWW-Authenticate', SCHEMES)
      answer(error, request, reply, 'standard')
    })
    scope.addHook('onRequest', refuseOtherSites)
    scope.addHook('onRequest', refuseForeignOrigin)
    scope.post('/mcp', {
      config: { longBody: (request, form) => authenticate(context, request, form) },
      handler: (request, reply) => talk(context, admit, version, request, reply),
    })
  })
}

/** Refuses what a page of another origin sends, which may have rebound its name to this machine. */
async function refuseForeignOrigin({ headers }: FastifyRequest): Promise<void> {
  const { origin, host } = headers
  if (origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)) return
  throw new AppError('forbidden', '403 Forbidden: requests from pages of other origins are not taken')
}

async function talk(
  context: DoorContext,
  admit: Admit,
  version: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = await admit(request, reply, credentialsOf(request))
  checkVersion(request)
  const read = readMessages(typeof request.body === 'string' ? request.body : '')
  reply.type('application/json; charset=utf-8')
  if ('failure' in read) return reply.code(400).send(JSON.stringify(read.failure))
  const handle = handlerFor(context, caller, version, request)
  const answers = await underCall(request, reply, context, (signal) =>
    Promise.all(read.messages.map((message) => answerOne(handle, message, signal))),
  )
  const given = answers.filter((one) => one !== undefined)
  if (given.length === 0) return reply.code(202).send('')
  return reply.send(JSON.stringify(read.batch ? given : given[0]))
}

function answerOne(
  handle: Handle,
  message: Incoming | Outgoing | undefined,
  signal: AbortSignal,
): Promise<Outgoing | undefined> {
  return message === undefined || 'jsonrpc' in message ? Promise.resolve(message) : handle(message, signal)
}

function handlerFor(context: DoorContext, caller: Account, version: string, request: FastifyRequest): Handle {
  const { config } = context
  const actor = actorOf(caller, request.ip)
  const spend = (rows: number, coins: number): void => {
    const use = request.use ?? { account: caller.id, rows: 0, coins: 0 }
    request.use = { ...use, rows: use.rows + rows, coins: use.coins + coins }
  }
  return createMcpServer({
    backend: accountBackend(context.services(), caller, spend),
    limits: limitsOf(config),
    version,
    onCall: (tool, failure) =>
      context.services().accounts.recordDeed(actor, {
        action: `mcp.${tool}`,
        detail: { outcome: failure ?? 'ok', rows: request.use?.rows ?? 0, coins: request.use?.coins ?? 0 },
      }),
    onError: (error) => request.log.error({ error: describeError(error, request) }, 'a tool failed'),
  })
}

function checkVersion({ headers }: FastifyRequest): void {
  const asked = headers['mcp-protocol-version']
  if (asked === undefined || PROTOCOL_VERSIONS.some((known) => known === asked)) return
  throw new AppError(
    'params',
    `[-4] Params Error: the header MCP-Protocol-Version must be one of ${PROTOCOL_VERSIONS.join(', ')}`,
  )
}
