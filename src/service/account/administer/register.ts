// Registration on the page, invitations, and acceptance of the usage rules.
import {
  type AccountChange,
  type Db,
  deleteInvitation,
  findByEmail,
  findInvitation,
  type InvitationRow,
  insertInvitation,
  listInvitationRows,
  updateAccount,
  useInvitation,
} from '../../../state/index.ts'
import { isAppError } from '../../../error/index.ts'
import { type Account, type Actor, actorOf, type Level } from '../account.ts'
import { checkCoins, checkLevelEnd } from './amount.ts'
import type { AccountContext } from '../context.ts'
import { type CreatedAccount, createdOf, draftAccount, insertDraft, refuseTwins } from './create.ts'
import { checkEmail, foldEmail } from '../email.ts'
import { forbiddenError, linkError, paramsError } from '../failure.ts'
import type { IssuedToken } from '../sign-in/link.ts'
import { sourceNetwork } from '../network.ts'
import { failedBy } from '../audit/frequent-events.ts'
import { record } from '../audit/record.ts'
import { EVERYBODY } from '../sign-in/throttle.ts'
import { createToken, hashToken, isToken } from '../credential/token.ts'

const DAY_MS = 86_400_000
const PURPOSE = 'register'

/** The content of the registration form. */
interface RegistrationInput {
  readonly email: string
  readonly password: string
  readonly username?: string | undefined
  /** The token of an invitation. */
  readonly invitation?: string | undefined
  /** The version of the usage rules that the form showed and the user accepted. */
  readonly rules: string
  readonly address: string | undefined
}

/** The result of a registration; no account was created if an open registration used an e-mail that has an account. */
export interface Registration {
  readonly email: string
  readonly created: CreatedAccount | undefined
}

/**
 * Registers an account as the setting allows. Fails with `forbidden`, `link`, `params`, `rate` or, with an invitation, `conflict`.
 * Without an invitation the result is the same for every e-mail, so it does not reveal who has an account.
 */
export async function register(context: AccountContext, input: RegistrationInput): Promise<Registration> {
  const { settings, throttle, state } = context
  checkOpen(context, input)
  const name = `register ${sourceNetwork(input.address ?? '')}`
  const subjects = [{ name, free: 10, most: 2000, crowd: 4 }, EVERYBODY]
  throttle.fail(subjects)
  await throttle.wait(subjects)
  const invitation = await readInvitation(context, input)
  const { level, levelUntil, coins } = grantedTo(context, invitation)
  const draft = await draftAccount(context, { ...input, level, levelUntil, coins })
  const rules = { rules_version: settings.rulesVersion, rules_time: context.now() }
  const actor: Actor = { accountId: undefined, name: draft.row.email, address: input.address }
  const { email } = draft.row
  const insert = (): Promise<Account> =>
    state.write(async (db) => {
      const filled = { ...draft, row: { ...draft.row, ...rules } }
      const created = await insertDraft(context, db, actor, filled, 'account.register')
      if (invitation !== undefined && !(await useInvitation(db, invitation.id, created.id)))
        throw linkError(PURPOSE)
      return created
    })
  try {
    return { email, created: createdOf(draft, await refuseTwins(draft, insert)) }
  } catch (error) {
    if (invitation !== undefined || !isAppError(error) || error.code !== 'conflict') throw error
    const twin = await findByEmail(state.db, foldEmail(email))
    await context.frequent.note(failedBy(input.address, 'register.fail', twin))
    return { email, created: undefined }
  }
}

function checkOpen({ settings }: AccountContext, input: RegistrationInput): void {
  if (settings.registration === 'closed')
    throw forbiddenError('registration is closed; ask the administrator for an account')
  if (settings.registration === 'invitation' && input.invitation === undefined)
    throw forbiddenError('registration needs an invitation; ask the administrator for one')
  checkRules(settings.rulesVersion, input.rules)
}

function checkRules(current: string, accepted: string): void {
  if (accepted !== current)
    throw paramsError(`the usage rules must be accepted in their current version \`${current}\``)
}

async function readInvitation(
  context: AccountContext,
  { invitation, email }: RegistrationInput,
): Promise<InvitationRow | undefined> {
  if (invitation === undefined) return undefined
  const row = isToken(invitation)
    ? await findInvitation(context.state.db, hashToken(invitation), context.now())
    : undefined
  if (row === undefined) throw linkError(PURPOSE)
  if (row.email_folded !== null && row.email_folded !== foldEmail(email.trim()))
    throw paramsError('the invitation was made out to another e-mail')
  return row
}

function grantedTo({ settings, now }: AccountContext, invitation: InvitationRow | undefined) {
  if (invitation === undefined)
    return { level: settings.registrationLevel, levelUntil: undefined, coins: settings.registrationCoins }
  const { level, level_until, coins } = invitation
  // A level whose end date has passed meanwhile is free.
  if (level_until !== null && level_until <= now())
    return { level: 'free' as const, levelUntil: undefined, coins }
  return { level, levelUntil: level_until ?? undefined, coins }
}

/** The terms of an invitation. */
interface InvitationInput {
  /** Only this e-mail may use it. */
  readonly email?: string | undefined
  readonly level?: Level | undefined
  readonly levelUntil?: number | undefined
  readonly coins?: number | undefined
}

/** Creates an invitation. Only this call returns the token. */
export async function invite(
  context: AccountContext,
  actor: Actor,
  { email, level = 'free', levelUntil, coins = 0 }: InvitationInput,
): Promise<IssuedToken> {
  const now = context.now()
  if (coins !== 0) checkCoins(coins)
  if (levelUntil !== undefined) checkLevelEnd(level, levelUntil, now)
  const email_folded = email === undefined ? null : foldEmail(checkEmail(email))
  const token = createToken()
  const expiresAt = now + context.settings.invitationDays * DAY_MS
  const row = {
    token_hash: hashToken(token),
    email_folded,
    level,
    level_until: levelUntil ?? null,
    coins,
    created_by: actor.accountId ?? null,
    created_at: now,
    expires_at: expiresAt,
    used_by: null,
  }
  await context.state.write(async (db) => {
    const id = await insertInvitation(db, row)
    await record(
      db,
      actor,
      { action: 'invitation.create', detail: { id, email: email_folded, level, coins } },
      now,
    )
  })
  return { token, expiresAt }
}

/** An invitation as administrators see it; its token is not stored. */
export type Invitation = Omit<InvitationRow, 'token_hash'>

/** The latest invitations, newest first. */
export async function listInvitations(context: AccountContext): Promise<Invitation[]> {
  const rows = await listInvitationRows(context.state.db, 1000)
  return rows.map(({ token_hash: _, ...rest }) => rest)
}

/** Withdraws an unused invitation; false when no such invitation exists. */
export async function withdrawInvitation(
  context: AccountContext,
  actor: Actor,
  id: number,
): Promise<boolean> {
  return context.state.write(async (db) => {
    const gone = await deleteInvitation(db, id)
    if (gone) await record(db, actor, { action: 'invitation.withdraw', detail: { id } }, context.now())
    return gone
  })
}

/** Records that an account has accepted the current version of the usage rules. */
export async function acceptRules(
  context: AccountContext,
  account: Account,
  version: string,
  address: string | undefined,
): Promise<void> {
  checkRules(context.settings.rulesVersion, version)
  const time = context.now()
  await change(context, account, { rules_version: version, rules_time: time }, (db) =>
    record(
      db,
      actorOf(account, address),
      { action: 'rules.accept', subject: account, detail: { version } },
      time,
    ),
  )
}

async function change(
  context: AccountContext,
  account: Account,
  values: AccountChange,
  also: (db: Db) => Promise<void>,
): Promise<void> {
  await context.state.write(async (db) => {
    await updateAccount(db, account.id, values)
    await also(db)
  })
  context.cache.invalidate()
}
