// One-time links to set a password.
import {
  type Db,
  deleteSessions,
  findById,
  findLink,
  replaceLink,
  takeLink,
  updateAccount,
} from '../../../state/index.ts'
import { type Account, type Actor, actorOf, toAccount } from '../account.ts'
import type { AccountContext } from '../context.ts'
import { linkError } from '../failure.ts'
import { findTarget, type Target } from '../find.ts'
import { record } from '../audit/record.ts'
import { createToken, hashToken, isToken } from '../credential/token.ts'

const HOUR_MS = 3_600_000
const PURPOSE = 'set a password'

/** The token of a link, and when it expires (milliseconds UTC). */
export interface IssuedToken {
  readonly token: string
  readonly expiresAt: number
}

/** Creates a link for an account and invalidates an older one. Only this call returns the token. */
export async function issuePasswordLink(
  context: AccountContext,
  actor: Actor,
  target: Target,
): Promise<IssuedToken> {
  return context.state.write(async (db) => {
    const subject = await findTarget(db, target)
    const issued = await insertPasswordLink(context, db, subject.id)
    const detail = { expires_at: issued.expiresAt }
    await record(db, actor, { action: 'password.link', subject, detail }, context.now())
    return issued
  })
}

/** Creates a link inside a transaction. */
export async function insertPasswordLink(
  context: AccountContext,
  db: Db,
  accountId: number,
): Promise<IssuedToken> {
  const token = createToken()
  const now = context.now()
  const expiresAt = now + context.settings.linkHours * HOUR_MS
  await replaceLink(db, {
    token_hash: hashToken(token),
    account_id: accountId,
    created_at: now,
    expires_at: expiresAt,
  })
  return { token, expiresAt }
}

/** The account of a link, for the page that asks for the new password. Fails with `link`. */
export async function inspectPasswordLink(context: AccountContext, token: string): Promise<Account> {
  const { db } = context.state
  const id = isToken(token) ? await findLink(db, hashToken(token), context.now()) : undefined
  const row = id === undefined ? undefined : await findById(db, id)
  if (row === undefined || row.disabled === 1) throw linkError(PURPOSE)
  return toAccount(row, context.now())
}

/** Sets the password, consumes the link and ends all logins of the account. Fails with `link` or `params`. */
export async function usePasswordLink(
  context: AccountContext,
  input: { readonly token: string; readonly password: string; readonly address: string | undefined },
): Promise<Account> {
  const account = await inspectPasswordLink(context, input.token)
  const password_hash = await context.passwords.hash(input.password)
  await context.state.write(async (db) => {
    const id = await takeLink(db, hashToken(input.token), context.now())
    if (id === undefined) throw linkError(PURPOSE)
    await updateAccount(db, id, { password_hash })
    await deleteSessions(db, id)
    await record(
      db,
      actorOf(account, input.address),
      { action: 'password.set', subject: account, detail: { by: 'link' } },
      context.now(),
    )
  })
  context.cache.invalidate()
  return { ...account, hasPassword: true }
}

/** The path on which a one-time token sets a password. */
export function passwordPath(token: string): string {
  return `/password#${token}`
}

/** The path on which the token of an invitation registers an account. */
export function registrationPath(token: string): string {
  return `/register#${token}`
}
