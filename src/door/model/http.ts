// The Model Context Protocol over HTTP: one address that takes messages by `POST` and answers each at once ("streamable HTTP" without
// streams and sessions, https://modelcontextprotocol.io/specification/2025-11-25/basic/transports).
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, isAppError } from '../../error/index.ts'
import { limitsOf } from '../../operation/index.ts'
import { type Account, actorOf } from '../../service/account/index.ts'
import { type AdmitCaller, authenticate } from '../http/caller.ts'
import { refuseOtherSites } from '../page/session.ts'
import type { DoorContext } from '../server/context.ts'
import type { Allowance } from '../server/allowance.ts'
import { openAnswer } from '../server/answer-memory.ts'
import { describeError } from '../server/describe-error.ts'
import { answer } from '../server/answer-failures.ts'
import { underCall } from '../server/hang-up.ts'
import { unusedBy } from '../server/outcome.ts'
import { parametersOf } from '../server/parameters.ts'
import type { LimitRate } from '../server/rate-limit.ts'
import { createModelServer } from './server.ts'

const SCHEMES = 'Basic realm="periplus", Bearer realm="periplus"'

/** Authenticates the caller, counts further calls, and bounds the memory of answers. */
interface CallerChecks {
  readonly admit: AdmitCaller
  readonly limitRate: LimitRate
  readonly allowance: Allowance
}

/** The most messages of a batch. */
const MOST_MESSAGES = 50

/** The number of messages in a body; invalid JSON is refused later and counts as one. */
function messagesIn(body: unknown): number {
  const text = typeof body === 'string' ? body : ''
  if (!/^\s*\[/.test(text)) return 1
  const count = lengthOf(text)
  if (count <= MOST_MESSAGES) return count
  throw new AppError(
    'params',
    `[-4] Params Error: a batch of ${count} messages; at most ${MOST_MESSAGES} are allowed`,
  )
}

function lengthOf(text: string): number {
  try {
    // The protocol's library skips a byte order mark.
    return (JSON.parse(text.replace(/^\ufeff+/, '')) as readonly unknown[]).length
  } catch {
    return 1
  }
}

/** `POST /mcp`. */
export async function mcpRoute(
  app: FastifyInstance,
  context: DoorContext,
  checks: CallerChecks,
  version: string,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
    scope.setErrorHandler((error, request, reply) => {
      // Only useful with status 401, where it is required (RFC 9110 §11.6.1).
      if (isAppError(error) && error.code === 'unauthorized') reply.header('WWW-Authenticate', SCHEMES)
      answer(error, request, reply, 'standard')
    })
    scope.addHook('onRequest', refuseOtherSites)
    scope.addHook('onRequest', refuseForeignOrigin)
    scope.post('/mcp', {
      config: { longBody: async (request, form) => (await authenticate(context, request, form)).id },
      handler: (request, reply) => talk(context, checks, version, request, reply),
    })
  })
}

/** Refuses requests from pages of other origins, which may have rebound their name to this machine. */
async function refuseForeignOrigin({ headers }: FastifyRequest): Promise<void> {
  const { origin, host } = headers
  if (origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)) return
  throw new AppError('forbidden', '403 Forbidden: requests from pages of other origins are not taken')
}

async function talk(
  context: DoorContext,
  { admit, limitRate, allowance }: CallerChecks,
  version: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = await admit(request, reply, parametersOf(request))
  openAnswer(allowance, caller.id, request, reply)
  // Each message of a batch is a call, and the first has been counted.
  for (let left = messagesIn(request.body) - 1; left > 0; left--) limitRate(caller, reply)
  const response = await underCall(request, reply, context, async (signal) => {
    const server = serverFor(context, caller, version, request, signal)
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    const ended = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    try {
      return await Promise.race([transport.handleRequest(messageOf(request)), ended])
    } finally {
      await server.close()
    }
  })
  reply.code(response.status).type('application/json; charset=utf-8')
  return reply.send(await response.text())
}

/** The request for the transport; callers need not accept streams, which are not offered. */
function messageOf({ headers, body }: FastifyRequest): Request {
  const version = headers['mcp-protocol-version']
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(typeof version === 'string' && { 'mcp-protocol-version': version }),
    },
    body: typeof body === 'string' ? body : '',
  })
}

function serverFor(
  context: DoorContext,
  caller: Account,
  version: string,
  request: FastifyRequest,
  signal: AbortSignal,
) {
  const { accounts } = context.services()
  const actor = actorOf(caller, request.ip)
  return createModelServer({
    services: context.services(),
    caller,
    limits: limitsOf(context.config),
    version,
    signal,
    spend: (rows, coins) => {
      const use = request.use ?? unusedBy(caller)
      request.use = { ...use, rows: use.rows + rows, coins: use.coins + coins }
    },
    onCall: (tool, failure) =>
      accounts.recordFrequent(actor, {
        action: `mcp.${tool}`,
        detail: { outcome: failure ?? 'ok', rows: request.use?.rows ?? 0, coins: request.use?.coins ?? 0 },
      }),
    onError: (error) => request.log.error({ error: describeError(error, request) }, 'a tool failed'),
  })
}
