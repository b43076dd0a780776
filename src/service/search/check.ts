import { AppError } from '../../error/index.ts'
import type { Field } from '../../field/index.ts'
import { type Account, isWide, type Level } from '../account/index.ts'

/** Fails with code `permission` when a field needs a level that the account does not have. */
export function checkPermission(fields: Iterable<Field>, level: Level): void {
  if (level === 'enterprise') return
  for (const field of fields) {
    if (field.select === 'enterprise') {
      throw new AppError(
        'permission',
        `[820001] ${field.name} may be requested only by enterprise members; the level of this account is ${level}`,
      )
    }
  }
}

/** Fails when the page reaches beyond the window: code `size` when no page of this size fits, else code `window`. */
export function checkWindow(page: number, size: number, window: number): void {
  if (size > window) throw sizeError(String(size), window)
  const bound = Math.floor(window / size)
  if (page > bound) {
    throw new AppError('window', `Result window is too large, page must be less than or equal to ${bound}`)
  }
}

/** The largest page, and the largest one of other accounts. */
export const WIDEST_PAGE = 100_000
const USUAL_PAGE = 10_000

/** Fails with code `size` when a page is larger than the account may ask for. */
export function checkSize(account: Pick<Account, 'dialect' | 'level'>, size: number): void {
  if (size > USUAL_PAGE && !isWide(account)) throw sizeError(String(size), USUAL_PAGE)
}

/** The error for a size, as the caller wrote it, that is not between the minimum, usually 1, and the bound. */
export function sizeError(written: string, bound: number, least = 1): AppError {
  return new AppError('size', `[51] The Size value \`${written}\` must be between ${least} and ${bound}`)
}
