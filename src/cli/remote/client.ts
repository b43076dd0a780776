// Calls of the API of a server elsewhere, and its failures in the words of a command. The key stands in no text.
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../error/index.ts'
import type { Access } from './access.ts'

/** Parameters of a call; undefined ones are left out. */
export type Parameters = Readonly<Record<string, string | undefined>>

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

/** Calls one route and resolves to its answer. Fails with the server's own text, or says why there is no answer. */
export async function call<Answer>(
  access: Access,
  method: 'GET' | 'POST',
  path: string,
  parameters: Parameters,
  signal?: AbortSignal,
): Promise<Answer> {
  const text = encode(access, parameters)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await fetchFrom(
    access,
    method === 'GET' ? `${path}?${text}` : path,
    method === 'GET' ? {} : { method, body: text, headers: form },
    signal,
  )
  const body = await answer.text().catch((error: unknown) => {
    throw unreachable(access, error, signal)
  })
  return readAnswer<Answer>(access, answer.status, answer.headers.get('retry-after'), body)
}

/** The e-mail, the key and the parameters as one text. */
export function encode({ email, key }: Access, parameters: Parameters): string {
  const all = new URLSearchParams({ email, key })
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) all.set(name, value)
  return all.toString()
}

/** Fetches from the server; redirections are refused, since they would carry the key elsewhere. */
export async function fetchFrom(
  access: Access,
  path: string,
  options: RequestInit,
  signal?: AbortSignal,
): Promise<Response> {
  const answer = await fetch(access.url + path, {
    ...options,
    redirect: 'manual',
    ...(signal !== undefined && { signal }),
  }).catch((error: unknown) => {
    throw unreachable(access, error, signal)
  })
  const target = answer.headers.get('location')
  if (answer.status < 300 || answer.status >= 400 || target === null) return answer
  throw new AppError(
    'input',
    `${access.url} sends callers on to \`${target.split('?')[0]}\`; give that server's address`,
  )
}

/** The answer of a route, or its failure. */
export function readAnswer<Answer>(
  access: Access,
  status: number,
  retryAfter: string | null | undefined,
  body: string,
): Answer {
  const answer = parse(body)
  if (answer?.error === false) return answer as Answer
  if (answer?.error !== true || typeof answer.errmsg !== 'string') throw noServer(access, status)
  const text = answer.errmsg
  if (status === 429 || status === 503) throw new PassingFailure(text, Number(retryAfter ?? 1) * 1000)
  if (text.startsWith('401 ')) throw new AppError('unauthorized', `${access.url} answers: ${text}`)
  throw new AppError('params', text)
}

interface Body {
  readonly error?: unknown
  readonly errmsg?: unknown
}

function parse(text: string): Body | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function noServer(access: Access, status: number): AppError {
  if (status >= 500) return new PassingFailure(`what answers at ${access.url} has trouble (status ${status})`)
  return new AppError(
    'input',
    `what answers at ${access.url} is no Periplus server (status ${status}); check --server`,
  )
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there; is the server running, and does it listen on this address?',
  ENOTFOUND: 'there is no such name; check --server',
  EAI_AGAIN: 'the name cannot be looked up now; check the network',
  ETIMEDOUT: 'it does not answer; check the network and firewalls',
  EHOSTUNREACH: 'there is no way to it; check the network',
  ENETUNREACH: 'there is no way to it; check the network',
  ECONNRESET: 'the connection broke',
  UND_ERR_SOCKET: 'the connection broke',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer; check the network and firewalls',
  EPIPE: 'the connection broke',
}

/** Why a server cannot be reached. */
export function unreachable(access: Access, error: unknown, signal?: AbortSignal): unknown {
  if (signal?.aborted) return signal.reason
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof Error && cause.message === 'bad port')
    return new AppError('input', `${access.url}: browsers and this command refuse this port; use another one`)
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const reason = REASONS[code] ?? (cause instanceof Error ? cause.message : String(cause))
  return new PassingFailure(`cannot reach ${access.url}: ${reason}`, undefined, error)
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
