// The typed client of a remote server; its failures become those of a command. No text contains the key.
import { Periplus, PeriplusError } from '../../../client/src/index.ts'
import { AppError } from '../../error/index.ts'
import type { Access } from './access.ts'

/** One attempt of a call may take as long as the longest search in a queue. */
const TIMEOUT = 10 * 60_000

/** The server as its account; transient failures are retried up to `retries` times (eight retries take about a minute). */
export function clientOf(access: Access, retries = 0): Periplus {
  return new Periplus({ ...access, retries, longestWait: 30_000, timeout: TIMEOUT })
}

/** Runs client calls and converts their failures to those of a command. */
export async function inWords<Result>(access: Access, work: () => Promise<Result>): Promise<Result> {
  return work().catch((error: unknown) => {
    throw worded(access, error)
  })
}

/** Converts a client failure to that of a command, with a remedy. */
export function worded(access: Access, error: unknown): unknown {
  if (!(error instanceof PeriplusError)) return error
  const { code, message } = error
  if (error.passing) return new AppError('unavailable', message, { cause: error })
  if (code === 'unauthorized') return new AppError('unauthorized', `${access.url} answers: ${message}`)
  if (code === 'foreign' || code === 'redirect') return new AppError('input', `${message}; check --server`)
  return new AppError(code === 'failed' ? 'input' : 'params', message)
}
