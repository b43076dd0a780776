// Maps the engine's errors to errors for a caller.
import { AppError, outageOf } from '../../error/index.ts'

/** The engine's error codes that are handled separately. */
const CODE = {
  timeout: 159,
  slow: 160,
  memory: 241,
  cancelled: 394,
  tooMuch: 396,
  expression: 427,
} as const

/** The context of the statement that failed. */
export interface FailureContext {
  readonly signal: AbortSignal | undefined
  readonly maxExecutionSeconds: number
  /** Limit of the result in bytes, if any. */
  readonly maxResultBytes: number | undefined
}

/** The error to throw for an engine error: an AppError where the caller can act, the abort's reason after an abort. */
export function classify(error: unknown, context: FailureContext): unknown {
  if (context.signal?.aborted) return context.signal.reason
  const message = error instanceof Error ? error.message : String(error)
  const outage = outageOf(error)
  if (outage !== undefined) return outage
  if (isDamage(error)) return damaged(error)
  switch (codeOf(message)) {
    case CODE.timeout:
    case CODE.slow:
      return unavailable(
        `the query took longer than ${context.maxExecutionSeconds} seconds; narrow it with another condition`,
        error,
      )
    case CODE.memory:
      return /\(total\)/.test(message)
        ? unavailable('the server’s memory is in use by other queries; try again', error)
        : unavailable(
            'the query needs more memory than one query may use; narrow it or ask for fewer records',
            error,
          )
    case CODE.cancelled:
      return unavailable('the query was stopped', error)
    case CODE.tooMuch:
      return new AppError(
        'params',
        `[-4] Params Error: the answer would exceed ${context.maxResultBytes ?? 0} bytes; ask for a smaller size`,
        { cause: error },
      )
    case CODE.expression:
      return new AppError('syntax', `[820000] Query Syntax Incorrect: ${expressionFault(message)}`, {
        cause: error,
      })
    default:
      return new Error(`the record store failed: ${message}`, { cause: error })
  }
}

/** The engine's codes for parts whose bytes changed and for missing files or tables. */
const DAMAGE: ReadonlySet<number> = new Set([32, 33, 40, 76, 107, 226, 246, 271, 432])
const NO_TABLE = 60

/** Whether an error, classified or not, means that stored records are damaged. */
export function isDamage(error: unknown): boolean {
  const origin = error instanceof AppError ? error.cause : error
  const message = origin instanceof Error ? origin.message : ''
  const code = codeOf(message)
  return code === NO_TABLE || (code !== undefined && DAMAGE.has(code) && message.includes('/store/'))
}

function damaged(cause: unknown): AppError {
  return unavailable(
    'records are damaged and cannot be read; stop the server and run `periplus doctor --repair`',
    cause,
  )
}

function codeOf(message: string): number | undefined {
  const code = /^(?:Query failed: )?Code: (\d+)\./.exec(message)?.[1]
  return code === undefined ? undefined : Number(code)
}

/** Whether an error means that other work uses the memory for now. */
export function isShortOfMemory(error: unknown): boolean {
  const cause = error instanceof AppError && error.cause instanceof Error ? error.cause.message : ''
  return cause.startsWith(`Code: ${CODE.memory}.`) && cause.includes('(total)')
}

function unavailable(sentence: string, cause: unknown): AppError {
  return new AppError('unavailable', `503 Service Unavailable: ${sentence}`, { cause })
}

function expressionFault(message: string): string {
  const reason = /cannot compile re2: [^,]*, error: ([^.]*)/.exec(message)?.[1]
  return `the regular expression cannot be used${reason === undefined ? '' : `: ${reason}`}`
}
