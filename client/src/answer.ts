// Answers and the ways in which there may be none. No text holds the key or the address called, which may hold it.
import { codeOf, PeriplusError } from './error.ts'

/** The answer of a route, or its failure as it is in the body. `url` is the server, for sentences. */
export function readAnswer<Answer>(
  url: string,
  status: number,
  retryAfter: string | null | undefined,
  body: string,
): Answer {
  const answer = parse(body)
  if (answer?.error === false) return answer as Answer
  if (answer?.error !== true || typeof answer.errmsg !== 'string') throw foreign(url, status)
  const code = codeOf(answer.errmsg)
  const passing = code === 'rate' || code === 'unavailable'
  throw new PeriplusError(code, answer.errmsg, {
    status,
    retryAfter: passing ? waitOf(retryAfter) : undefined,
  })
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

/** Something answers that is not a server of this API, or is before one that has trouble. */
export function foreign(url: string, status: number): PeriplusError {
  const text =
    status >= 500
      ? `what answers at ${url} has trouble (status ${status})`
      : `what answers at ${url} is not a Periplus server (status ${status})`
  return new PeriplusError('foreign', text, { status })
}

/** Milliseconds that `Retry-After` says: seconds, or a date (RFC 9110 §10.2.3). */
export function waitOf(retryAfter: string | null | undefined): number {
  const text = retryAfter?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? 1000 : Math.max(0, date - Date.now())
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there; is the server running, and does it listen on this address?',
  ENOTFOUND: 'unknown host name',
  EAI_AGAIN: 'the name cannot be looked up now; check the network',
  ETIMEDOUT: 'it does not answer; check the network and firewalls',
  EHOSTUNREACH: 'no route to it; check the network',
  ENETUNREACH: 'no route to it; check the network',
  ECONNRESET: 'the connection broke',
  UND_ERR_SOCKET: 'the connection broke',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer; check the network and firewalls',
  EPIPE: 'the connection broke',
}

/** Why a server cannot be reached, from what `fetch` throws. */
export function unreachable(url: string, error: unknown): PeriplusError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof Error && cause.message === 'bad port') {
    return new PeriplusError('foreign', `${url}: \`fetch\` refuses this port; use another one`, {
      cause: error,
    })
  }
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const reason = REASONS[code] ?? (cause instanceof Error ? cause.message : String(cause))
  return new PeriplusError('network', `cannot reach ${url}: ${reason}`, { cause: error })
}
