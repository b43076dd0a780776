import type { ErrorCode } from './table.ts'

/** Where in a text a failure lies: offsets in UTF-16 units, end excluded. */
export interface Place {
  readonly start: number
  readonly end: number
}

/** A failure the caller can do something about. `message` is the whole text the caller reads. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly place: Place | undefined
  /** Seconds after which the same call may work, where that is known. */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: { place?: Place; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.place = options.place
    this.retryAfter = options.retryAfter
  }
}

/** Tells failures for callers from broken invariants. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof AppError
}
