// The user's own password: verified again, and changed with the old one.
import { deleteLinks, deleteSessions, findById, findSession, updateAccount } from '../../../state/index.ts'
import { type Account, actorOf } from '../account.ts'
import type { AccountContext } from '../context.ts'
import { forbiddenError, loginError } from '../failure.ts'
import { failedBy } from '../audit/frequent-events.ts'
import { record } from '../audit/record.ts'
import { hashToken } from '../credential/token.ts'

/** The content of the form. */
interface PasswordChange {
  readonly current: string
  readonly password: string
  /** The cookie value of the session that stays; all others end. */
  readonly token: string
  readonly address: string | undefined
}

/** What shows that a session is used by its owner. */
interface OwnerProof {
  readonly password: string
  /** The cookie value of the session. */
  readonly token: string
  readonly address: string | undefined
}

/** Accounts without a password must have signed in so recently, by passkey or provider. */
const RECENT_MS = 10 * 60_000

/**
 * Checks the password of the session user before an action that needs more than a session. Fails with `login`, and with `forbidden`
 * when the account has no password and did not sign in within the last ten minutes.
 */
export async function proveOwner(
  context: AccountContext,
  account: Account,
  { password, token, address }: OwnerProof,
): Promise<void> {
  const row = await findById(context.state.db, account.id)
  if (row?.password_hash === null) return proveRecent(context, token)
  const subject = { name: `password ${account.id}`, free: 5, most: 8000, crowd: 4 }
  context.throttle.fail([subject])
  await context.throttle.wait([subject])
  if (!(await context.passwords.isRight(password, row?.password_hash ?? null, 'known'))) {
    await context.frequent.note(failedBy(address, 'password.fail', account))
    throw loginError()
  }
  context.throttle.forget(subject)
}

async function proveRecent({ state, now }: AccountContext, token: string): Promise<void> {
  const session = await findSession(state.db, hashToken(token))
  if (session !== undefined && session.created_at > now() - RECENT_MS) return
  throw forbiddenError('the account has no password; sign out and in again, then do this within ten minutes')
}

/** Changes the password of the session user, or sets the first one. Fails with `login` when the old one is wrong, `params` when the new one is invalid. */
export async function changeOwnPassword(
  context: AccountContext,
  account: Account,
  input: PasswordChange,
): Promise<void> {
  await proveOwner(context, account, { ...input, password: input.current })
  const password_hash = await context.passwords.hash(input.password)
  await context.state.write(async (db) => {
    await updateAccount(db, account.id, { password_hash })
    await deleteSessions(db, account.id, hashToken(input.token))
    await deleteLinks(db, account.id)
    const event = { action: 'password.set', subject: account, detail: { by: 'owner' } }
    await record(db, actorOf(account, input.address), event, context.now())
  })
  context.cache.invalidate()
}
