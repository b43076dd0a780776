// Finds an account by number or e-mail.
import { AppError } from '../../error/index.ts'
import { type AccountRow, type Db, findByEmail, findById } from '../../state/index.ts'
import { foldEmail } from './email.ts'

/** An account's number or e-mail. */
export type Target = number | string

/** Finds the row of an account. Fails with `account`. */
export async function findTarget(db: Db, target: Target): Promise<AccountRow> {
  const row = await find(db, target)
  if (row !== undefined) return row
  const shown =
    typeof target === 'number' ? `with number ${target}` : `with the e-mail \`${target.slice(0, 254)}\``
  throw new AppError('account', `[-4] Params Error: no account ${shown} exists`)
}

async function find(db: Db, target: Target): Promise<AccountRow | undefined> {
  if (typeof target === 'string') return findByEmail(db, foldEmail(target.trim()))
  return Number.isSafeInteger(target) && target > 0 ? findById(db, target) : undefined
}
