// The failures of this module in one voice.
import { AppError, ERROR_TABLE } from '../../error/index.ts'

/** A value that cannot be taken. */
export function paramsError(sentence: string): AppError {
  return new AppError('params', `[-4] Params Error: ${sentence}`)
}

/** A conflict with something that exists. */
export function conflictError(sentence: string): AppError {
  return new AppError('conflict', `[-4] Params Error: ${sentence}`)
}

/** Something the caller may not do. */
export function forbiddenError(sentence: string): AppError {
  return new AppError('forbidden', `403 Forbidden: ${sentence}`)
}

/** A link or invitation that does not work. */
export function linkError(what: string): AppError {
  return new AppError(
    'link',
    `[-4] Params Error: the link to ${what} is unknown, used up or expired; ask the administrator for a new one`,
  )
}

/** Wrong or missing credentials of an API call. */
export function unauthorizedError(): AppError {
  return new AppError('unauthorized', ERROR_TABLE.unauthorized.text)
}

/** Wrong e-mail or password. */
export function loginError(): AppError {
  return new AppError('login', ERROR_TABLE.login.text)
}

/** A login with the right password, and without the right code of the second factor. */
export function factorError(what: string): AppError {
  return new AppError('factor', `401 Unauthorized, the code of the second factor ${what}`)
}

/** Too many attempts. */
export function rateError(sentence: string, retryAfter: number): AppError {
  return new AppError('rate', `[45012] too many requests: ${sentence}; try again in ${retryAfter} seconds`, {
    retryAfter,
  })
}
