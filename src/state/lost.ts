// The only place that maps lost connections: a database that restarts, is unavailable or accepts no more clients is not a fault of
// this program.
import { AppError } from '../error/index.ts'

/** Seconds after which a caller may try again. */
const RETRY_AFTER = 2

/** Server starting up, shutting down, crashed, or connection idle for too long (57P01 to 57P05); no connection left (53300). */
const SQL_STATES = /^(?:08...|57P0.|53300)$/

const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** Messages of pg without a code, or wrapping an error of the socket. */
const MESSAGES =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|timeout expired$|timeout exceeded when trying to connect$)/

/** Whether an error of pg or of its socket means that the connection to the server was lost or could not be opened. */
function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const noSocket = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  return noSocket || SQL_STATES.test(code) || SYSTEM_CODES.has(code) || MESSAGES.test(error.message)
}

/** Converts a lost connection into the error for callers; every other error is returned as it is. */
export function mapLostConnection(error: unknown): unknown {
  if (!isConnectionLost(error)) return error
  return new AppError(
    'unavailable',
    '503 Service Unavailable: the database of accounts cannot be reached; try again in a few seconds',
    { retryAfter: RETRY_AFTER, cause: error },
  )
}
