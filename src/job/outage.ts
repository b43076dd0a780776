import { AppError, isAppError, outageOf } from '../error/index.ts'

/** Whether the disk is full. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT'
}

/** Whether a failure is temporary: a database or disk that is unavailable or full, or an overloaded server. */
export function isOutage(error: unknown): boolean {
  return (isAppError(error) && error.code === 'unavailable') || outageOf(error) !== undefined
}

/** The reason of a failure for the owner of the job; undefined for a broken invariant, which only the log shows. */
export function reasonOf(error: unknown): string | undefined {
  if (isDiskFull(error)) return diskFull(error).message
  return isAppError(error) ? error.message : outageOf(error)?.message
}

function diskFull(cause: unknown): AppError {
  return new AppError(
    'unavailable',
    '503 Service Unavailable: the disk of the server is full; tell its administrator',
    { cause },
  )
}
