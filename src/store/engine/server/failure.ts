// Classifies the failures of a server over HTTP: unreachable, wrongly configured, or an error of the engine.
import { ClickHouseError } from '@clickhouse/client'
import { AppError } from '../../../error/index.ts'
import { classify, type FailureContext } from '../index.ts'

/** A server did not answer, or lost its connection to others. The statement may or may not have run. */
export class Unreachable extends AppError {
  constructor(server: string, cause: unknown) {
    super(
      'unavailable',
      `503 Service Unavailable: the record server \`${server}\` does not answer; try again`,
      { cause },
    )
  }
}

/** ClickHouse's error codes for connections between servers, or for an unavailable coordination service. */
const CONNECTION = new Set([3, 32, 209, 210, 225, 236, 242, 279, 999])

/** Its codes for users, passwords and rights. */
const ACCESS = new Set([192, 193, 194, 497, 516])

/** Its codes for a missing table or database. */
const MISSING = new Set([60, 81])

/** The code of a server's error, anywhere in the chain of causes. */
function numberOf(error: unknown): number | undefined {
  if (error instanceof ClickHouseError) return Number(error.code)
  return error instanceof Error && error.cause !== undefined ? numberOf(error.cause) : undefined
}

/** The error to throw when a call to a server failed. */
export function failureOf(error: unknown, server: string, context: FailureContext): unknown {
  if (context.signal?.aborted) return context.signal.reason
  if (error instanceof AppError) return error
  const number = numberOf(error)
  if (number === undefined) return failureBefore(error, server)
  if (CONNECTION.has(number)) return new Unreachable(server, error)
  if (MISSING.has(number)) return emptied(error, server)
  if (ACCESS.has(number))
    return new AppError(
      'input',
      `the record server \`${server}\` refuses the user, the password or a right; look at store.url`,
      { cause: error },
    )
  const message = error instanceof Error ? error.message : String(error)
  return classify(new Error(`Code: ${number}. ${message}`, { cause: error }), context)
}

/** Names the server itself, or the server of another shard that it queried. */
function emptied(error: unknown, server: string): AppError {
  const [, other] = /Received from ([\w.:[\]-]+)/.exec(error instanceof Error ? error.message : '') ?? []
  return new AppError(
    'unavailable',
    `503 Service Unavailable: the record server \`${other?.replace(/\.$/, '') ?? server}\` has no tables of records: it is empty or was replaced`,
    { cause: error },
  )
}

/** The error when there was no answer. */
function failureBefore(error: unknown, server: string): Error {
  if (isOfCertificate(error))
    return new AppError(
      'input',
      `the record server \`${server}\` shows a certificate that is not trusted (${error.message}); name its authority by NODE_EXTRA_CA_CERTS`,
      { cause: error },
    )
  return isOfConnection(error) ? new Unreachable(server, error) : failed(error)
}

/** Node's codes for certificates: https://nodejs.org/api/tls.html#x509-certificate-error-codes */
function isOfCertificate(error: unknown): error is Error {
  return /CERT|^UNABLE_TO_/.test(codeOf(error))
}

/** Node's codes for sockets start with E; the rest are messages of the client. */
function isOfConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    /^E[A-Z]+|^ERR_STREAM/.test(codeOf(error)) ||
    /socket hang up|timeout|aborted|no answer/i.test(error.message)
  )
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function failed(error: unknown): Error {
  return new Error(`the record store failed: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  })
}
