// Answers every failure, unknown path and wrong method with an error object.
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, isAppError } from '../../error/index.ts'
import { describeError } from './describe-error.ts'
import { type ErrorStatus, type Failure, failureOf, notFound, transportFailure } from './failure.ts'
import { sendApplication } from './page-files.ts'

/** Headers of every answer. */
export const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
} as const

/** Answers everything thrown, and every unknown path and method, with an error object. */
export function answerFailures(app: FastifyInstance, errorStatus: ErrorStatus): void {
  app.setErrorHandler((error, request, reply) =>
    answer(error, request, reply, request.routeOptions.config.realStatus ? 'standard' : errorStatus),
  )
  app.setNotFoundHandler((request, reply) =>
    isVisit(request)
      ? sendApplication(reply.headers(COMMON_HEADERS).code(404))
      : answer(notFound(), request, reply, errorStatus),
  )
}

/** Whether a browser requested a path of the page, which shows its own message for unknown paths. */
function isVisit({ method, headers, url }: FastifyRequest): boolean {
  const wanted = headers.accept ?? ''
  return (
    method === 'GET' && wanted.startsWith('text/html') && !/^\/(?:api|web|assets|file_downloads)\//.test(url)
  )
}

/** Answers one failure, `worded` in the caller's language; server failures are logged with the request's id. */
export function answer(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  errorStatus: ErrorStatus,
  worded: (sentence: string) => string = (sentence) => sentence,
): void {
  const failure = failureOf(error, errorStatus)
  request.outcome = isGone(request, reply) ? 'gone' : failure.code
  const unforeseen = failure.code === 'server' || !isAppError(error)
  if (unforeseen && failure.status >= 500 && request.outcome !== 'gone')
    request.log.error({ error: describeError(error, request) }, 'request failed')
  // Set again here: no hook runs for a request that could not be routed.
  reply.headers(COMMON_HEADERS).header('X-Request-Id', request.id)
  if (failure.retryAfter !== undefined) reply.header('Retry-After', failure.retryAfter)
  const body = { ...failure.body, errmsg: worded(failure.body.errmsg) }
  reply.code(failure.status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

/**
 * Whether the caller has disconnected. A request that was read completely is also destroyed while its caller waits for the
 * response; one that is destroyed before has no socket any more.
 */
function isGone({ raw }: FastifyRequest, reply: FastifyReply): boolean {
  const socket: Socket | null = raw.socket
  if (reply.raw.destroyed || socket === null || socket.destroyed) return true
  return raw.destroyed && raw.complete === false
}

/** Answers other methods of a registered path with 405 and `Allow`. Call it last. */
export function answerOtherMethods(
  app: FastifyInstance,
  routes: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  const known = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']
  for (const [url, methods] of routes) {
    const allow = [...methods].sort().join(', ')
    const refuse = async (_: FastifyRequest, reply: FastifyReply): Promise<never> => {
      reply.header('Allow', allow)
      throw new AppError('method', `405 Method Not Allowed: this address takes ${allow}`)
    }
    app.route({
      url,
      method: known.filter((method) => !methods.has(method)),
      // Before the body is read.
      onRequest: refuse,
      handler: refuse,
    })
  }
}

/** Collects the methods that each path is registered for. */
export function collectMethods(app: FastifyInstance): ReadonlyMap<string, ReadonlySet<string>> {
  const routes = new Map<string, Set<string>>()
  app.addHook('onRoute', (route) => {
    const methods = routes.get(route.url) ?? new Set()
    for (const method of [route.method].flat()) methods.add(method)
    routes.set(route.url, methods)
  })
  return routes
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether failures have their real status, whatever `http.errorStatus` says. */
    readonly realStatus?: boolean
  }
  interface FastifyInstance {
    /** Every method and path with an answer other than 405, such as `GET /healthz`. */
    readonly answeredRoutes: readonly string[]
  }
}

/** The collected methods and paths as texts. */
export function listAddresses(routes: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  return [...routes].flatMap(([url, methods]) => [...methods].map((method) => `${method} ${url}`)).sort()
}

/** Answers connections that never sent a valid request: invalid HTTP, headers too long, a caller too slow. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, body } = brokenRequest(error.code)
  const text = JSON.stringify(body)
  const phrase = { 400: 'Bad Request', 408: 'Request Timeout', 431: 'Request Header Fields Too Large' }[
    status
  ]
  socket.end(
    `HTTP/1.1 ${status} ${phrase ?? 'Error'}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  )
}

/** The failure of a request whose line or headers are too long. */
export const tooLong = (): AppError =>
  new AppError(
    'header',
    '431 Request Header Fields Too Large: the request line or the headers are longer than 64 KiB; send long parameters in the body of a POST',
  )

export const severalHosts = (): AppError =>
  new AppError('params', '[-4] Params Error: the request has more than one Host header')

function brokenRequest(code: string | undefined): Failure {
  if (code === 'HPE_HEADER_OVERFLOW') return failureOf(tooLong(), 'standard')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return transportFailure('params', '[-4] Params Error: the request did not arrive in time', 408)
  }
  return transportFailure('params', '[-4] Params Error: the request is not valid HTTP', 400)
}
