// Calls of a server elsewhere by the client package, and its failures in the words of a command. The key stands in no text.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Parameters, PeriplusError, Transport } from '../../../client/src/index.ts'
import { AppError } from '../../error/index.ts'
import type { Access } from './access.ts'

/** A failure that the same call may not meet again: the server is away or busy. */
export class PassingFailure extends AppError {
  /** Milliseconds to wait, where the server said so. */
  readonly wait: number | undefined

  constructor(message: string, wait?: number, cause?: unknown) {
    super('unavailable', message, { cause })
    this.wait = wait
  }
}

/** How long a command tries again before it gives up, in milliseconds. */
export const PATIENCE = 60_000

/** A try of a call may take as long as the longest search in a queue. */
const TIMEOUT = 10 * 60_000

/** The calls of a server; commands are patient themselves, since they show what they wait for. */
export function transportTo(access: Access): Transport {
  return new Transport({ ...access, retries: 0, timeout: TIMEOUT })
}

/** The same for waiting and downloads: a try that fails for a passing reason is repeated for about a minute. */
export function patientTransportTo(access: Access): Transport {
  return new Transport({ ...access, retries: 8, longestWait: PATIENCE / 2, timeout: TIMEOUT })
}

/** Calls one route and resolves to its answer. Fails with the server's own text, or says why there is no answer. */
export async function call<Answer>(
  access: Access,
  method: 'GET' | 'POST',
  path: string,
  parameters: Parameters,
  signal?: AbortSignal,
): Promise<Answer> {
  return transportTo(access)
    .call<Answer>(method, path, parameters, { signal })
    .catch((error: unknown) => {
      throw inWords(access, error)
    })
}

/** The e-mail, the key and the parameters as one text. */
export function encode(access: Access, parameters: Parameters): string {
  return transportTo(access).encode(parameters)
}

/** Fetches from the server; redirections are refused, since they would carry the key elsewhere. */
export async function fetchFrom(
  access: Access,
  path: string,
  options: RequestInit,
  signal?: AbortSignal,
): Promise<Response> {
  return transportTo(access)
    .fetch(path, options, { signal })
    .catch((error: unknown) => {
      throw inWords(access, error)
    })
}

/** A failure of the client as one of a command: passing, or with what to do about it. */
export function inWords(access: Access, error: unknown): unknown {
  if (!(error instanceof PeriplusError)) return error
  const { code, message } = error
  if (error.passing) return new PassingFailure(message, error.retryAfter, error)
  if (code === 'unauthorized') return new AppError('unauthorized', `${access.url} answers: ${message}`)
  if (code === 'foreign' || code === 'redirect') return new AppError('input', `${message}; check --server`)
  return new AppError(code === 'failed' ? 'input' : 'params', message)
}

/**
 * Repeats work that fails for passing reasons: for a minute, which what goes right in between starts anew, or `most` times
 * where it is given.
 */
export async function patiently<Result>(
  work: (moved: () => void) => Promise<Result>,
  signal: AbortSignal,
  most?: number,
): Promise<Result> {
  let since = performance.now()
  for (let tries = 1; ; tries++) {
    try {
      return await work(() => {
        since = performance.now()
        tries = 1
      })
    } catch (error) {
      signal.throwIfAborted()
      const enough = most === undefined ? performance.now() - since > PATIENCE : tries >= most
      if (enough || !(error instanceof PassingFailure)) throw error
      await sleep(error.wait ?? Math.min(5000, 125 * 2 ** tries), undefined, { signal })
    }
  }
}
