// Signing in by an OpenID provider: which account an identity has.
import {
  type AccountRow,
  findByEmail,
  findById,
  findIdentity,
  insertIdentity,
  isUncheckedGuest,
} from '../../../state/index.ts'
import type { Actor } from '../account.ts'
import { createAccount } from './create.ts'
import { failedBy } from '../audit/frequent-events.ts'
import { record } from '../audit/record.ts'
import type { AccountContext } from '../context.ts'
import { createToken } from '../credential/token.ts'
import { foldEmail } from '../email.ts'
import { forbiddenError } from '../failure.ts'
import { sourceNetwork } from '../network.ts'
import { type NewSession, startSession } from '../sign-in/login.ts'
import { type Identity, type OpenIdAnswer, proveOpenId } from '../sign-in/openid-provider.ts'
import { EVERYBODY } from '../sign-in/throttle.ts'

/**
 * Signs in by an answer of the provider, which stands for password and second factor. An identity that is new here gets the account
 * with its e-mail, or a new account where the settings allow it. Fails with `login`, `forbidden`, `unavailable` or `rate`.
 */
export async function loginByOpenId(
  context: AccountContext,
  { address, ...answer }: OpenIdAnswer & { readonly address: string | undefined },
): Promise<NewSession> {
  const subjects = [
    { name: `openid ${sourceNetwork(address ?? '')}`, free: 20, most: 8000, crowd: 50 },
    EVERYBODY,
  ]
  context.throttle.fail(subjects)
  await context.throttle.wait(subjects)
  const identity = await proveOpenId(context, answer).catch(async (error: unknown) => {
    await context.frequent.note(failedBy(address, 'login.fail', undefined, { by: 'openid' }))
    throw error
  })
  context.throttle.undo(subjects)
  const known = await accountOf(context, identity)
  const email = identity.email ?? known?.email
  if (email !== undefined) checkDomain(context, email)
  const row = known ?? (await linkAccount(context, identity, address))
  if (row.disabled === 1) throw forbiddenError('the account is disabled; ask the administrator')
  return startSession(context, row, createToken(), { address, detail: { by: 'openid' } })
}

async function accountOf(
  { state: { db } }: AccountContext,
  { issuer, subject }: Identity,
): Promise<AccountRow | undefined> {
  const id = await findIdentity(db, issuer, subject)
  return id === undefined ? undefined : findById(db, id)
}

/** Gives an identity its account, by the e-mail that the provider checked. */
async function linkAccount(
  context: AccountContext,
  { issuer, subject, email }: Identity,
  address: string | undefined,
): Promise<AccountRow> {
  if (email === undefined)
    throw forbiddenError('the provider does not say that it checked your e-mail; ask the administrator')
  const known = await findByEmail(context.state.db, foldEmail(email))
  const actor = { accountId: undefined, name: 'openid', address }
  const row = known === undefined ? await newAccount(context, actor, email) : await checked(context, known)
  await context.state.write(async (db) => {
    await insertIdentity(db, { issuer, subject, account_id: row.id, created_at: context.now() })
    await record(db, actor, { action: 'identity.add', subject: row, detail: { issuer } }, context.now())
  })
  return row
}

function checkDomain({ settings }: AccountContext, email: string): void {
  const domains = settings.openId?.domains ?? []
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (domains.length === 0 || domains.includes(domain)) return
  throw forbiddenError(`e-mails of \`${domain.slice(0, 253)}\` may not sign in here (openid.domains)`)
}

/** An account with a password that was registered under an e-mail that nobody checked may be a stranger's who waits for its owner. */
async function checked({ settings, state }: AccountContext, row: AccountRow): Promise<AccountRow> {
  const isOpen = settings.registration === 'open'
  if (row.password_hash === null || !(isOpen || (await isUncheckedGuest(state.db, row.id)))) return row
  throw forbiddenError(
    'an account with your e-mail exists, and e-mails are not checked at registration; ask the administrator',
  )
}

async function newAccount(context: AccountContext, actor: Actor, email: string): Promise<AccountRow> {
  const level = context.settings.openId?.newAccounts ?? 'none'
  if (level === 'none') throw forbiddenError('no account has your e-mail; ask the administrator for one')
  const { account } = await createAccount(context, actor, { email, level })
  const row = await findById(context.state.db, account.id)
  if (row === undefined) throw new Error(`account ${account.id} is gone`)
  return row
}
