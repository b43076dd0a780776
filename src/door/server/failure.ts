// Maps any thrown value to the status and body that a caller sees: the only place that maps error kinds to HTTP.
import { AppError, ERROR_TABLE, type ErrorCode, isAppError, outageOf } from '../../error/index.ts'

/** The answer of a failed call. */
export interface Failure {
  readonly status: number
  readonly body: { readonly error: true; readonly errmsg: string }
  /** The row of the error table, for logs and metrics. */
  readonly code: ErrorCode
  /** Seconds after which the call may be repeated, if that helps. */
  readonly retryAfter: number | undefined
}

/** Which status documented failures answer: 200 with the error in the body, as existing programs expect, or the standard one. */
export type ErrorStatus = 'body' | 'standard'

/** The answer for anything thrown; anything but an `AppError` is a server failure. */
export function failureOf(thrown: unknown, errorStatus: ErrorStatus): Failure {
  const error = isAppError(thrown) ? thrown : (fromFramework(thrown) ?? outageOf(thrown))
  if (error === undefined || error.code === 'input') return failure('server', ERROR_TABLE.server.text, 500)
  const { status, always } = ERROR_TABLE[error.code]
  const shown = always || errorStatus === 'standard' ? status : 200
  const answer = failure(error.code, error.message, shown)
  return { ...answer, retryAfter: error.retryAfter ?? answer.retryAfter }
}

/** The failure of a request that is not valid HTTP or cannot be routed; its status is always real. */
export function transportFailure(code: ErrorCode, errmsg: string, status: number): Failure {
  return failure(code, errmsg, status)
}

function failure(code: ErrorCode, errmsg: string, status: number): Failure {
  const retryAfter = code === 'unavailable' ? 1 : undefined
  return { status, body: { error: true, errmsg }, code, retryAfter }
}

/** Maps errors of Fastify to ours. */
function fromFramework(thrown: unknown): AppError | undefined {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('upload', '413 Payload Too Large: the body is longer than this address takes')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AppError('params', '[-4] Params Error: the body is not as long as Content-Length says')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('params', '[-4] Params Error: the body must be application/x-www-form-urlencoded')
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return notFound()
    case 'FST_CP_ERR_INVALID_CONTENT_ENCODING':
      return new AppError('params', '[-4] Params Error: a compressed body is not taken; send it as it is')
    default:
      return isCallersFault(thrown)
        ? new AppError('params', '[-4] Params Error: the request cannot be read')
        : undefined
  }
}

function isCallersFault(thrown: unknown): boolean {
  if (!(thrown instanceof Error) || !('statusCode' in thrown)) return false
  return typeof thrown.statusCode === 'number' && thrown.statusCode >= 400 && thrown.statusCode < 500
}

/** The error for an unknown path. The path is not repeated: a mistyped one may contain a key. */
export function notFound(): AppError {
  return new AppError('route', '404 Not Found: there is no such address; /docs lists what there is')
}
