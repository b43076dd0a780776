// Builds the HTTP server: limits of connections, the doors of the API, the page and models, probes, and the page’s files.
import compress from '@fastify/compress'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Config } from '../config/index.ts'
import { createAdmitCaller } from './http/caller.ts'
import { describeRoutes } from './http/openapi.ts'
import { httpRoutes } from './http/routes.ts'
import { pageRoutes } from './page/routes.ts'
import { createAllowance } from './server/allowance.ts'
import {
  answer,
  answerBrokenRequest,
  answerFailures,
  answerOtherMethods,
  COMMON_HEADERS,
  collectMethods,
  listAddresses,
  severalHosts,
  tooLong,
} from './server/answer-failures.ts'
import { countAnswers } from './server/answer-memory.ts'
import { limitBodies } from './server/body-budget.ts'
import { COMPRESSION } from './server/compression.ts'
import { closeIdleConnections, limitConnections } from './server/connections.ts'
import type { DoorContext } from './server/context.ts'
import { type DrainLimits, drainBodies } from './server/drain.ts'
import { cutWhenRevoked } from './server/hang-up.ts'
import { answerInTurn } from './server/in-turn.ts'
import { requireKnownCallers } from './server/known-caller.ts'
import { refuseUnknownHosts } from './server/known-host.ts'
import { recordOutcomes } from './server/outcome.ts'
import { serveApplication } from './server/page-files.ts'
import { acceptForms, readParameters } from './server/parameters.ts'
import { notReady, probeRoutes } from './server/probes.ts'
import { createRateLimit } from './server/rate-limit.ts'

/** Longest request line and longest headers, bytes. */
const LINE_LIMIT = 64 * 1024
/** Node counts the request line and the headers together. */
const HEAD_LIMIT = 2 * LINE_LIMIT

/** The HTTP server, not yet listening; `inject` works. */
export async function buildServer(
  context: DoorContext,
  logger: FastifyBaseLogger,
  version: string,
): Promise<FastifyInstance> {
  const app = createApp(context, logger)
  const errorStatus = context.config['http.errorStatus']
  answerInTurn(app)
  recordOutcomes(app, context)
  drainBodies(app, drainLimits(context.config))
  acceptForms(app)
  closeIdleConnections(app)
  limitConnections(app, context.config)
  answerFailures(app, errorStatus)
  checkRequests(app, context)
  limitRequestTime(app, context.config['http.requestTimeout'])
  limitBodies(app, context.config['http.bodyMemory'])
  countAnswers(app)
  cutWhenRevoked(app, context)
  requireKnownCallers(app)
  await app.register(compress, COMPRESSION)
  const routes = collectMethods(app)
  describeRoutes(app, version, context.config)
  await registerRoutes(app, context, version)
  app.decorate('answeredRoutes', listAddresses(routes))
  answerOtherMethods(app, routes)
  await app.ready()
  return app
}

function createApp(context: DoorContext, logger: FastifyBaseLogger): FastifyInstance {
  const { config } = context
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    trustProxy: [...config['http.trustProxy']],
    bodyLimit: config['http.bodyLimit'],
    // Uploads may take longer than other requests, which Node's own limit does not distinguish; see limitRequestTime.
    requestTimeout: 0,
    connectionTimeout: silenceLimit(config),
    exposeHeadRoutes: false,
    return503OnClosing: false,
    http: {
      maxHeaderSize: HEAD_LIMIT,
      requireHostHeader: false,
      headersTimeout: config['http.requestTimeout'],
    },
    routerOptions: {
      querystringParser: (text) => readParameters(text),
      maxParamLength: 1024,
      // Clients append a path to a base address that ends in a slash.
      ignoreDuplicateSlashes: true,
      ignoreTrailingSlash: true,
    },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => answer(error, request, reply, config['http.errorStatus']),
  })
  return app
}

/** Limits for reading on after a rejected request: the longest ordinary upload, including its multipart envelope. */
function drainLimits(config: Config): DrainLimits {
  return { bytes: config['tag.uploadLimit'] + 1024 * 1024, milliseconds: config['http.requestTimeout'] }
}

/** Milliseconds after which an idle connection is closed: longer than the longest search may take. */
function silenceLimit(config: Config): number {
  return config['search.queueTime'] + config['search.timeLimit'] * 2 + 60_000
}

function checkRequests(app: FastifyInstance, context: DoorContext): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(COMMON_HEADERS).header('X-Request-Id', request.id)
    if (Buffer.byteLength(request.raw.url ?? '') > LINE_LIMIT) throw tooLong()
    // A proxy may have looked at another one of them.
    if (hasSeveralHosts(request.raw.rawHeaders)) throw severalHosts()
    const phase = context.phase()
    if (phase !== 'ready' && /^\/(?:(?:web\/)?api\/|mcp$)/.test(request.routeOptions.url ?? ''))
      throw notReady(phase)
  })
}

/** Names and values of headers follow each other. */
function hasSeveralHosts(headers: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < headers.length; at += 2) if (headers[at]?.toLowerCase() === 'host') hosts++
  return hosts > 1
}

async function registerRoutes(app: FastifyInstance, context: DoorContext, version: string): Promise<void> {
  const limitRate = createRateLimit(context)
  const admit = createAdmitCaller(context, limitRate)
  const allowance = createAllowance(context.config['http.answerMemory'])
  await httpRoutes(app, { context, allowance, admit })
  // Loaded only if it is offered: the protocol's library is large.
  if (context.config['mcp.http']) {
    const { mcpRoute } = await import('./model/http.ts')
    await mcpRoute(app, context, { admit, limitRate, allowance }, version)
  }
  probeRoutes(app, context)
  await pageRoutes(app, { context, allowance, limitRate })
  await serveApplication(app, undefined, {
    onRequest: refuseUnknownHosts(context.config),
    errorHandler: (error, request, reply) => answer(error, request, reply, 'standard'),
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a request of a known caller may take any time as long as data arrives: it contains a file. */
    slow?: boolean
  }
}

/** Closes connections whose request has not arrived within `limit` milliseconds; Node itself limits the time for headers. */
function limitRequestTime(app: FastifyInstance, limit: number): void {
  app.addHook('onRequest', async (request, reply) => {
    // Injected requests (without a socket) do not have this mark.
    if (request.raw.complete !== false) return
    const { raw } = request
    const late = setTimeout(() => {
      // The body after the response is drained, within separate limits.
      if (raw.complete || reply.raw.headersSent) return
      if (request.routeOptions.config.slow === true && request.owner !== undefined) return
      const error = Object.assign(new Error('request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      answerBrokenRequest(error, raw.socket)
    }, limit)
    const stop = (): void => clearTimeout(late)
    raw.once('end', stop).once('close', stop)
  })
}
