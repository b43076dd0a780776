import compress from '@fastify/compress'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Config } from '../config/index.ts'
import type { ApiContext } from './context.ts'
import { doorsOf } from './doors.ts'
import { describeRoutes } from './openapi.ts'
import { readParameters } from './param/query-string.ts'
import { createAdmission } from './plugin/admission.ts'
import { closeIdleConnections } from './plugin/connections.ts'
import {
  answer,
  answerBrokenRequest,
  answerFailures,
  answerOtherMethods,
  COMMON_HEADERS,
  collectMethods,
  listAddresses,
  tooLong,
} from './plugin/failures.ts'
import { recordOutcomes } from './plugin/outcome.ts'
import { type DrainLimits, drainBodies } from './plugin/drain.ts'
import { requireKnownCallers } from './plugin/known-caller.ts'
import { createPace } from './plugin/pace.ts'
import { serveApplication } from './plugin/page.ts'
import { acceptForms } from './plugin/parameters.ts'
import { limitRequestTime } from './plugin/slow-callers.ts'
import { exportRoutes } from './route/export.ts'
import { adminRoutes } from './route/admin.ts'
import { auditRoute } from './route/audit.ts'
import { adminFeedsRoutes } from './route/admin-feeds.ts'
import { fileDownloadsRoute } from './route/file-downloads.ts'
import { hostRoute } from './route/host.ts'
import { healthRoutes, notReady } from './route/health.ts'
import { importRoutes, uploadRoute } from './route/import.ts'
import { infoMyRoute } from './route/info-my.ts'
import { ipTagsRoutes } from './route/ip-tags.ts'
import { mcpRoute } from './route/mcp.ts'
import { metricsRoute } from './route/metrics.ts'
import { pageRoutes } from './route/pages.ts'
import { searchAllRoute } from './route/search-all.ts'
import { searchFieldsRoute } from './route/search-fields.ts'
import { searchNextRoute } from './route/search-next.ts'
import { searchStatsRoute } from './route/search-stats.ts'
import { translateRoute } from './route/translate.ts'
import { webRoutes } from './web/routes.ts'

/** Longest request line and longest headers, bytes. */
const LINE_LIMIT = 64 * 1024
/** Node counts the request line and the headers together. */
const HEAD_LIMIT = 2 * LINE_LIMIT

/** The HTTP server, not yet listening; `inject` works. */
export async function buildApi(
  context: ApiContext,
  logger: FastifyBaseLogger,
  version: string,
): Promise<FastifyInstance> {
  const app = createApp(context, logger)
  const errorStatus = context.config['http.errorStatus']
  recordOutcomes(app, context)
  drainBodies(app, drainLimits(context.config))
  acceptForms(app)
  closeIdleConnections(app)
  answerFailures(app, errorStatus)
  checkRequests(app, context)
  limitRequestTime(app, context.config['http.requestTimeout'])
  requireKnownCallers(app, doorsOf(context))
  await app.register(compress, {
    global: true,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    requestEncodings: ['identity'],
  })
  const routes = collectMethods(app)
  await describeRoutes(app, version, context.config['http.baseUrl'])
  await registerRoutes(app, context, version)
  app.decorate('answeredRoutes', listAddresses(routes))
  answerOtherMethods(app, routes)
  await app.ready()
  return app
}

function createApp(context: ApiContext, logger: FastifyBaseLogger): FastifyInstance {
  const { config } = context
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    trustProxy: [...config['http.trustProxy']],
    bodyLimit: config['http.bodyLimit'],
    // Files may take longer than other requests, which Node's own limit does not know; see limitRequestTime.
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
      // Programs put a path behind a base address that ends in a slash.
      ignoreDuplicateSlashes: true,
      ignoreTrailingSlash: true,
    },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => answer(error, request, reply, config['http.errorStatus']),
  })
  // Parameters are read by their own readers, whose texts are part of the contract; schemas describe and type them.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  return app
}

/** After a refusal as much is read as the longest ordinary upload holds, its envelope included. */
function drainLimits(config: Config): DrainLimits {
  return { bytes: config['tag.uploadLimit'] + 1024 * 1024, milliseconds: config['http.requestTimeout'] }
}

/** Milliseconds after which a connection on which nothing moves is cut: longer than the longest search may take. */
function silenceLimit(config: Config): number {
  return config['search.queueTime'] + config['search.timeLimit'] * 2 + 60_000
}

function checkRequests(app: FastifyInstance, context: ApiContext): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(COMMON_HEADERS).header('X-Request-Id', request.id)
    if (Buffer.byteLength(request.raw.url ?? '') > LINE_LIMIT) throw tooLong()
    const phase = context.phase()
    if (phase !== 'ready' && /^\/(?:(?:web\/)?api\/|mcp$)/.test(request.routeOptions.url ?? ''))
      throw notReady(phase)
  })
}

async function registerRoutes(app: FastifyInstance, context: ApiContext, version: string): Promise<void> {
  const pace = createPace(context)
  const admit = createAdmission(context, pace)
  searchAllRoute(app, context, admit)
  searchNextRoute(app, context, admit)
  searchStatsRoute(app, context, admit)
  hostRoute(app, context, admit)
  searchFieldsRoute(app, admit)
  translateRoute(app, admit)
  infoMyRoute(app, context, admit)
  exportRoutes(app, context, admit)
  importRoutes(app, context, admit)
  await uploadRoute(app, context, admit)
  auditRoute(app, context, admit)
  adminRoutes(app, context, admit)
  await ipTagsRoutes(app, context, admit)
  fileDownloadsRoute(app, context)
  await adminFeedsRoutes(app, context, admit)
  await mcpRoute(app, context, admit, version)
  healthRoutes(app, context)
  metricsRoute(app, context)
  pageRoutes(app)
  await webRoutes(app, context, pace)
  await serveApplication(app)
}
