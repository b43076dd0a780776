// The errors of this module.
import { AppError, ERROR_TABLE } from '../../error/index.ts'

/** An invalid value. */
export function paramsError(sentence: string): AppError {
  return new AppError('params', `[-4] Params Error: ${sentence}`)
}

/** A conflict with existing data. */
export function conflictError(sentence: string): AppError {
  return new AppError('conflict', `[-4] Params Error: ${sentence}`)
}

/** An action that the caller may not perform. */
export function forbiddenError(sentence: string): AppError {
  return new AppError('forbidden', `403 Forbidden: ${sentence}`)
}

/** An invalid or expired link or invitation. */
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

/** A login with the right password but without the right code of the second factor. */
export function factorError(what: string): AppError {
  return new AppError('factor', `401 Unauthorized, the code of the second factor ${what}`)
}

/** Too many attempts. */
export function rateError(sentence: string, retryAfter: number): AppError {
  return new AppError('rate', `[45012] too many requests: ${sentence}; try again in ${retryAfter} seconds`, {
    retryAfter,
  })
}
