// The user's own password: verified again, and changed with the old one.
import { deleteLinks, deleteSessions, findById, updateAccount } from '../../../state/index.ts'
import { type Account, actorOf } from '../account.ts'
import type { AccountContext } from '../context.ts'
import { loginError } from '../failure.ts'
import { failedBy } from '../audit/frequent-events.ts'
import { record } from '../audit/record.ts'
import { hashToken } from '../credential/token.ts'

/** The content of the form. */
export interface PasswordChange {
  readonly current: string
  readonly password: string
  /** The cookie value of the session that stays; all others end. */
  readonly token: string
  readonly address: string | undefined
}

/** Checks the password of the session user before an action that needs more than a session. Fails with `login`. */
export async function provePassword(
  context: AccountContext,
  account: Account,
  password: string,
  address: string | undefined,
): Promise<void> {
  const subject = { name: `password ${account.id}`, free: 5, most: 8000, crowd: 4 }
  context.throttle.fail([subject])
  await context.throttle.wait([subject])
  const row = await findById(context.state.db, account.id)
  if (!(await context.passwords.isRight(password, row?.password_hash ?? null, 'known'))) {
    await context.frequent.note(failedBy(address, 'password.fail', account))
    throw loginError()
  }
  context.throttle.forget(subject)
}

/** Changes the password of the session user. Fails with `login` when the old one is wrong, `params` when the new one is invalid. */
export async function changeOwnPassword(
  context: AccountContext,
  account: Account,
  input: PasswordChange,
): Promise<void> {
  await provePassword(context, account, input.current, input.address)
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
