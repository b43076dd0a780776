import { AppError, isAppError, outageOf } from '../error/index.ts'

/** Whether the disk had no room. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT'
}

/** Whether a failure passes without any change of the job: a database or a disk that is away or full, a server with too much to do. */
export function isOutage(error: unknown): boolean {
  return (isAppError(error) && error.code === 'unavailable') || outageOf(error) !== undefined
}

/** What the owner of a job reads of its failure; undefined for a broken invariant, which is for the log. */
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
