import type { ErrorCode } from './table.ts'

/** The position of a failure in a text: offsets in UTF-16 code units, end excluded. */
export interface TextSpan {
  readonly start: number
  readonly end: number
}

/** A failure that the caller can act on. `message` is the whole text for the caller. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly span: TextSpan | undefined
  /** What was probably meant in place of the span, if known. */
  readonly suggestion: string | undefined
  /** Seconds after which the same call may succeed, if known. */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: { span?: TextSpan; suggestion?: string | undefined; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.span = options.span
    this.suggestion = options.suggestion
    this.retryAfter = options.retryAfter
  }
}

/** Distinguishes failures for callers from broken invariants. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof AppError
}
