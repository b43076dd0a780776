// Reads the files that a command line names. A failure names the path and the reason of the system.
import { readFileSync } from 'node:fs'
import { AppError, systemReason } from '../../error/index.ts'
import { visible } from '../../util/index.ts'

/** A file or folder that cannot be read. */
export function cannotRead(path: string, cause: unknown): AppError {
  return new AppError('input', `cannot read \`${visible(path)}\`: ${systemReason(cause)}`, { cause })
}

/** What `read` reads from the disk at `path`. Fails with `input`. */
export function reading<Result>(path: string, read: () => Result): Result {
  try {
    return read()
  } catch (cause) {
    throw cannotRead(path, cause)
  }
}

/** The text of a file in UTF-8. Fails with `input`. */
export function readText(path: string): string {
  return reading(path, () => readFileSync(path, 'utf8'))
}
