// The second factor of logins: enabled with a code of an app, checked after the password, disabled with both.
import {
  countCode,
  countRecoveryCodes,
  type Db,
  deleteSecondFactor,
  deleteSessions,
  factorContext,
  findSecondFactor,
  findWrongCodes,
  forgetWrongCodes,
  putSecondFactor,
  replaceRecoveryCodes,
  type SecondFactorRow,
  takeRecoveryCode,
  useStep,
} from '../../../state/index.ts'
import { type Account, type Actor, actorOf } from '../account.ts'
import { failedBy } from '../audit/frequent-events.ts'
import { record } from '../audit/record.ts'
import type { AccountContext } from '../context.ts'
import {
  createOneTimeSecret,
  createRecoveryCodes,
  foldRecoveryCode,
  oneTimeAddress,
  stepOf,
} from '../credential/one-time-code.ts'
import { refuseRotated } from '../credential/used-secret.ts'
import { conflictError, factorError, paramsError } from '../failure.ts'
import { findTarget, type Target } from '../find.ts'
import { sourceNetwork } from '../network.ts'
import { hashToken } from '../credential/token.ts'
import type { Subject } from './throttle.ts'

/** Whether an account has a second factor. */
interface SecondFactorState {
  readonly enabled: boolean
  /** Recovery codes that are not used yet. */
  readonly recoveryCodes: number
}

/** The secret for an app. */
interface SecondFactorSecret {
  readonly secret: string
  /** The URI for a QR code. */
  readonly uri: string
}

/** Whether the account has a second factor. */
export async function secondFactorState(
  { state: { db } }: AccountContext,
  { id }: Account,
): Promise<SecondFactorState> {
  const row = await findSecondFactor(db, id)
  return { enabled: isConfirmed(row), recoveryCodes: await countRecoveryCodes(db, id) }
}

/**
 * Creates the secret of a second factor, which is required from the first right code on. Fails with `conflict` when there is one.
 */
export async function beginSecondFactor(
  context: AccountContext,
  { id, email }: Account,
): Promise<SecondFactorSecret> {
  const secret = createOneTimeSecret()
  const cipher = context.secret.seal(secret, factorContext(id))
  const stored = await context.state.write(async (db) => {
    await refuseRotated(db, context.state.kind, context.secret)
    return putSecondFactor(db, id, cipher)
  })
  if (!stored) throw conflictError('the account has a second factor already; switch it off first')
  return { secret, uri: oneTimeAddress(secret, email) }
}

/** The first code of an app, and the session that stays. */
interface FirstCode {
  readonly code: string
  readonly address?: string | undefined
  /** The cookie value; if undefined, all sessions of the account end. */
  readonly token?: string | undefined
}

/**
 * Enables the second factor with the first code, ends the account's other sessions, which started without it, and returns the
 * recovery codes, which are shown only once.
 */
export async function confirmSecondFactor(
  context: AccountContext,
  account: Account,
  { code, address, token }: FirstCode,
): Promise<readonly string[]> {
  const row = await findSecondFactor(context.state.db, account.id)
  if (row === undefined || isConfirmed(row)) throw paramsError('no second factor waits for its first code')
  const now = context.now()
  const step = stepOf(secretOf(context, row), code.trim(), now)
  if (step === undefined) throw paramsError('the code is wrong; check the clock of the device')
  const codes = createRecoveryCodes()
  await context.state.write(async (db) => {
    if (!(await useStep(db, row, step, now))) throw paramsError('the code is wrong; start again')
    await replaceRecoveryCodes(
      db,
      account.id,
      codes.map((one) => hashOf(context, one)),
    )
    const sessions = await deleteSessions(db, account.id, token === undefined ? undefined : hashToken(token))
    const event = { action: 'factor.on', subject: account, detail: { sessions_ended: sessions } }
    await record(db, actorOf(account, address), event, now)
  })
  return codes
}

/** Disables the second factor; false when there is none. */
export async function removeSecondFactor(
  context: AccountContext,
  actor: Actor,
  target: Target,
): Promise<boolean> {
  return context.state.write(async (db) => {
    const account = await findTarget(db, target)
    const wasOn = isConfirmed(await findSecondFactor(db, account.id))
    await deleteSecondFactor(db, account.id)
    if (wasOn) await record(db, actor, { action: 'factor.off', subject: account }, context.now())
    return wasOn
  })
}

/** A code entered after the password. */
interface EnteredCode {
  readonly code?: string | undefined
  readonly address?: string | undefined
  /** `known`: a browser that signed in to this account before, or a session of it. */
  readonly browser: 'known' | 'unknown'
}

/**
 * Checks a code after the password, at a login or before the factor is disabled: a code of the app, valid once, or a recovery code,
 * which is consumed. Does nothing for accounts without a second factor. Fails with `factor`, with growing delays. After
 * `MOST_WRONG` consecutive wrong codes only recovery codes are accepted, for a day; a right code of a known browser ends this for
 * all browsers.
 */
export async function checkSecondFactor(
  context: AccountContext,
  account: Pick<Account, 'id' | 'email'>,
  entered: EnteredCode,
): Promise<void> {
  const { code, address, browser } = entered
  const row = await findSecondFactor(context.state.db, account.id)
  if (row === undefined || !isConfirmed(row)) return
  if (code === undefined || code.trim() === '') throw factorError('is missing')
  const throttled = throttledBy(account.id, entered)
  context.throttle.fail(throttled)
  await context.throttle.wait(throttled)
  const verdict = await context.state.write((db) => judgeCode(context, db, row, { code, browser }))
  if (verdict === 'app' || verdict === 'recovery') {
    context.throttle.forget(throttled[0])
    context.throttle.undo(throttled.slice(1))
    return
  }
  await context.frequent.note(failedBy(address, 'factor.fail', account, { reason: verdict }))
  throw factorError(verdict === 'locked' ? LOCKED : 'is wrong or was used already')
}

/** Consecutive wrong codes before codes of the app are refused. */
const MOST_WRONG = 10
const LOCKED_MS = 86_400_000
const LOCKED =
  'is not accepted after 10 wrong ones: sign in from a browser that you used before, enter a recovery code, wait a day, or ask an administrator'

function throttledBy(id: number, { address = '', browser }: EnteredCode): readonly [Subject, ...Subject[]] {
  if (browser === 'known') return [{ name: `factor ${id} known`, free: 5, most: 60_000, crowd: 2 }]
  return [
    { name: `factor ${id} ${sourceNetwork(address)}`, free: 5, most: 60_000, crowd: 2 },
    { name: `factor ${id}`, free: 20, most: 10_000, crowd: 8 },
  ]
}

/** Counts the code before it is checked, so that concurrent guesses cannot exceed the limit. */
async function judgeCode(
  context: AccountContext,
  db: Db,
  row: SecondFactorRow,
  { code, browser }: { readonly code: string; readonly browser: EnteredCode['browser'] },
): Promise<'app' | 'recovery' | 'wrong' | 'locked'> {
  const { account_id } = row
  const now = context.now()
  const before = await findWrongCodes(db, account_id, browser)
  const isLocked = before !== undefined && before.count >= MOST_WRONG && before.last_at > now - LOCKED_MS
  // Recovery codes cannot be guessed. Those entered while the step is locked do not extend the lock.
  const isGuess = foldRecoveryCode(code) === undefined
  if (isLocked && isGuess) return 'locked'
  const count = isGuess ? await countCode(db, { account_id, browser, last_at: now }, now - LOCKED_MS) : 0
  // Another call was counted meanwhile.
  if (count > MOST_WRONG) return 'locked'
  const kind = await useCode(context, db, row, code)
  if (kind === undefined) return 'wrong'
  await forgetWrongCodes(db, account_id, browser === 'known' || kind === 'recovery' ? undefined : browser)
  return kind
}

async function useCode(
  context: AccountContext,
  db: Db,
  row: SecondFactorRow,
  code: string,
): Promise<'app' | 'recovery' | undefined> {
  const now = context.now()
  const step = stepOf(secretOf(context, row), code.trim(), now)
  if (step !== undefined) return (await useStep(db, row, step, now)) ? 'app' : undefined
  if (foldRecoveryCode(code) === undefined) return undefined
  const taken = await takeRecoveryCode(db, row.account_id, hashOf(context, code))
  return taken ? 'recovery' : undefined
}

function isConfirmed(row: SecondFactorRow | undefined): boolean {
  return row !== undefined && row.confirmed_at !== null
}

function secretOf({ secret }: AccountContext, row: SecondFactorRow): string {
  return secret.unseal(row.secret_cipher, factorContext(row.account_id))
}

function hashOf({ secret }: AccountContext, code: string): string {
  return secret.hash(`recovery ${foldRecoveryCode(code) ?? ''}`)
}
