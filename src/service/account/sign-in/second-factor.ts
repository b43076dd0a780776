// The second factor of logins: switched on with a code of an app, asked for after the password, switched off with both.
import {
  countRecoveryCodes,
  type Db,
  deleteSecondFactor,
  findSecondFactor,
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
import { conflictError, factorError, paramsError } from '../failure.ts'
import { findTarget, type Target } from '../find.ts'
import { sourceNetwork } from '../network.ts'

/** Whether an account has a second factor. */
export interface SecondFactorState {
  readonly enabled: boolean
  /** Recovery codes that were not used. */
  readonly recoveryCodes: number
}

/** What an app needs. */
export interface SecondFactorSecret {
  readonly secret: string
  /** The address for a QR code. */
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

/** Creates the secret of a second factor, which counts from the first right code on. Fails with `conflict` when there is one. */
export async function beginSecondFactor(
  context: AccountContext,
  { id, email }: Account,
): Promise<SecondFactorSecret> {
  const secret = createOneTimeSecret()
  const cipher = context.secret.seal(secret, contextOf(id))
  const stored = await context.state.write((db) => putSecondFactor(db, id, cipher))
  if (!stored) throw conflictError('the account has a second factor already; switch it off first')
  return { secret, uri: oneTimeAddress(secret, email) }
}

/** Switches the second factor on with the first code and returns the recovery codes, which are shown only now. */
export async function confirmSecondFactor(
  context: AccountContext,
  account: Account,
  code: string,
  address: string | undefined,
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
    await record(db, actorOf(account, address), { action: 'factor.on', subject: account }, now)
  })
  return codes
}

/** Switches the second factor off; false when there is none. */
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

/**
 * Checks a code after the password, of a login or before the factor is switched off: of the app, each once, or a recovery code, which is used up. Does nothing for accounts
 * without a second factor. Fails with `factor`, later and later for who guesses.
 */
export async function checkSecondFactor(
  context: AccountContext,
  account: Pick<Account, 'id' | 'email'>,
  code: string | undefined,
  address: string | undefined,
): Promise<void> {
  const row = await findSecondFactor(context.state.db, account.id)
  if (row === undefined || !isConfirmed(row)) return
  if (code === undefined || code.trim() === '') throw factorError('is missing')
  const own = {
    name: `factor ${account.id} ${sourceNetwork(address ?? '')}`,
    free: 5,
    most: 60_000,
    crowd: 2,
  }
  const all = { name: `factor ${account.id}`, free: 20, most: 10_000, crowd: 8 }
  context.throttle.fail([own, all])
  await context.throttle.wait([own, all])
  const kind = await context.state.write((db) => useCode(context, db, row, code))
  if (kind === undefined) {
    await context.frequent.note(failedBy(address, 'factor.fail', account))
    throw factorError('is wrong or was used already')
  }
  context.throttle.forget(own)
  context.throttle.undo([all])
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
  return secret.unseal(row.secret_cipher, contextOf(row.account_id))
}

const contextOf = (accountId: number): string => `second factor ${accountId}`

function hashOf({ secret }: AccountContext, code: string): string {
  return secret.hash(`recovery ${foldRecoveryCode(code) ?? ''}`)
}
