import { FAILURES, type ServerErrorCode } from './types.ts'

/**
 * What a call may fail with: what the server reports, or, where there is no answer of a server: `network` (it cannot be reached),
 * `timeout`, `redirect` (it sends callers elsewhere, which would carry the key along), `foreign` (something else answers at
 * the address), `failed` (a task or an export ended in failure) and `unknown` (a text this client does not know).
 */
export type ErrorCode =
  | ServerErrorCode
  | 'network'
  | 'timeout'
  | 'redirect'
  | 'foreign'
  | 'failed'
  | 'unknown'

/** A call that failed. `message` is the server's own text, where it gave one; neither holds the key. */
export class PeriplusError extends Error {
  override readonly name = 'PeriplusError'
  readonly code: ErrorCode
  /** The HTTP status; undefined where there was no answer. */
  readonly status: number | undefined
  /** Milliseconds after which the same call may work, where the server said so. */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: { status?: number | undefined; retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.status = options.status
    this.retryAfter = options.retryAfter
  }

  /** Whether the same call may work later: the server is away or busy, or has had enough calls for now. */
  get passing(): boolean {
    const { code, status } = this
    return (
      code === 'network' ||
      code === 'timeout' ||
      code === 'rate' ||
      code === 'unavailable' ||
      (code === 'foreign' && status !== undefined && status >= 500)
    )
  }
}

/** The kind of failure that a text of the server states. */
export function codeOf(text: string): ErrorCode {
  return FAILURES.find(([beginning]) => text.startsWith(beginning))?.[1] ?? 'unknown'
}
