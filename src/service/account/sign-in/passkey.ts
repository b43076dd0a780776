// Passkeys (WebAuthn Level 3): an authenticator that verified its user signs in without password and code.
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { AppError } from '../../../error/index.ts'
import {
  deletePasskey,
  deletePasskeys,
  findById,
  findPasskey,
  holdAccount,
  insertPasskey,
  isConflict,
  listPasskeyRows,
  notePasskeyUse,
  type PasskeyRow,
  useChallenge,
} from '../../../state/index.ts'
import { parseAddress } from '../../../util/index.ts'
import { type Account, type Actor, actorOf } from '../account.ts'
import { failedBy } from '../audit/frequent-events.ts'
import { record } from '../audit/record.ts'
import type { AccountContext } from '../context.ts'
import { sign } from '../credential/secret.ts'
import { createToken } from '../credential/token.ts'
import { conflictError, forbiddenError, paramsError } from '../failure.ts'
import { findTarget, type Target } from '../find.ts'
import { sourceNetwork } from '../network.ts'
import { challengeEnd, createChallenge } from './challenge.ts'
import { type NewSession, startSession } from './login.ts'
import { EVERYBODY } from './throttle.ts'

/** A passkey as its owner sees it. Times are milliseconds UTC. */
export interface Passkey {
  readonly id: number
  readonly name: string
  /** Whether the authenticator may copy it to other devices. */
  readonly isSynced: boolean
  readonly createdAt: number
  readonly usedAt: number | undefined
}

/** An answer of an authenticator: the JSON form of a `PublicKeyCredential`. */
export interface Signed {
  readonly credential: string
  /** The URL under which the caller reached the page. */
  readonly url: string
  readonly address: string | undefined
}

const SIGN_IN = 'sign in'
const MOST_PASSKEYS = 20
const LONGEST_NAME = 100

/** Loaded when it is first needed: most servers and all commands never do. */
const library = () => import('@simplewebauthn/server')

/** The name that passkeys are bound to, and the origin of the page. Fails with `params` where the page was reached by an address. */
function relyingParty(url: string): { readonly expectedRPID: string; readonly expectedOrigin: string } {
  const { hostname, origin } = new URL(url)
  if (parseAddress(hostname.replace(/^\[|\]$/g, '')) === undefined)
    return { expectedRPID: hostname, expectedOrigin: origin }
  throw paramsError(
    'passkeys need a name: open the page as localhost on this machine, or under the name of http.baseUrl',
  )
}

/** The passkeys of an account in the order of creation. */
export async function listPasskeys(context: AccountContext, { id }: Account): Promise<readonly Passkey[]> {
  return (await listPasskeyRows(context.state.db, id)).map((row) => ({
    ...{ id: row.id, name: row.name, isSynced: row.is_synced === 1, createdAt: row.created_at },
    usedAt: row.used_at ?? undefined,
  }))
}

/** What an authenticator needs to create a passkey for the account. */
export async function beginPasskey(
  context: AccountContext,
  account: Account,
  url: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { expectedRPID: rpID } = relyingParty(url)
  const { generateRegistrationOptions } = await library()
  const rows = await listPasskeyRows(context.state.db, account.id)
  return generateRegistrationOptions({
    ...{ rpName: 'Periplus', rpID, userName: account.email, userDisplayName: account.username },
    userID: Buffer.from(userHandle(context, account.id), 'base64url'),
    challenge: createChallenge(context, `register ${account.id}`),
    attestationType: 'none',
    excludeCredentials: rows.map((row) => ({ id: row.credential_id, transports: transportsOf(row) })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Random for who does not know the secret, and the same for all passkeys of an account, so that authenticators keep one entry. */
function userHandle({ secret }: AccountContext, accountId: number): string {
  return sign(secret, 'passkey user', String(accountId))
}

/** Stores the passkey that an authenticator created. Fails with `params`, and with `conflict` for too many or a known one. */
export async function addPasskey(
  context: AccountContext,
  account: Account,
  { name, credential, url, address }: Signed & { readonly name: string },
): Promise<void> {
  const label = name.trim()
  if (label === '' || label.length > LONGEST_NAME)
    throw paramsError(`the name of a passkey must have 1 to ${LONGEST_NAME} characters`)
  const { info, challenge, end } = await verifyNew(context, account, credential, url)
  const now = context.now()
  const row = {
    ...{ account_id: account.id, name: label, user_handle: userHandle(context, account.id) },
    ...{ credential_id: info.credential.id, counter: info.credential.counter },
    public_key: Buffer.from(info.credential.publicKey).toString('base64url'),
    transports: (info.credential.transports ?? []).join(','),
    is_synced: info.credentialBackedUp ? (1 as const) : (0 as const),
    ...{ created_at: now, used_at: null },
  }
  const store = (): Promise<void> =>
    context.state.write(async (db) => {
      await holdAccount(db, context.state.kind, account.id)
      if (!(await useChallenge(db, challenge, end, now))) throw refused('its answer was used already')
      if ((await listPasskeyRows(db, account.id)).length >= MOST_PASSKEYS)
        throw conflictError(`the account has ${MOST_PASSKEYS} passkeys, which is the most; remove one first`)
      await insertPasskey(db, row)
      const event = { action: 'passkey.add', subject: account, detail: { passkey: label } }
      await record(db, actorOf(account, address), event, now)
    })
  await store().catch((error: unknown) => {
    throw isConflict(error) ? conflictError('this passkey is registered already') : error
  })
}

async function verifyNew(context: AccountContext, { id }: Account, credential: string, url: string) {
  const site = relyingParty(url)
  const { verifyRegistrationResponse } = await library()
  const known = knownChallenge(context, `register ${id}`)
  const verified = await verifyRegistrationResponse({
    response: answerOf<RegistrationResponseJSON>(credential),
    ...{ ...site, expectedChallenge: known.accepts },
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw refused(reasonOf(error))
  })
  if (!verified.verified) throw refused('its signature is wrong')
  return { info: verified.registrationInfo, ...known.used() }
}

/** Removes a passkey; false when the account has none with this number. */
export async function removePasskey(
  context: AccountContext,
  actor: Actor,
  target: Target,
  id: number,
): Promise<boolean> {
  return context.state.write(async (db) => {
    const account = await findTarget(db, target)
    const row = await deletePasskey(db, account.id, id)
    if (row === undefined) return false
    const event = { action: 'passkey.remove', subject: account, detail: { passkey: row.name } }
    await record(db, actor, event, context.now())
    return true
  })
}

/** Removes all passkeys of an account and returns how many there were. */
export async function removePasskeys(context: AccountContext, actor: Actor, target: Target): Promise<number> {
  return context.state.write(async (db) => {
    const account = await findTarget(db, target)
    const removed = await deletePasskeys(db, account.id)
    const event = { action: 'passkey.remove', subject: account, detail: { passkeys: removed } }
    if (removed > 0) await record(db, actor, event, context.now())
    return removed
  })
}

/** What an authenticator needs to sign in: any of its passkeys for this name. */
export async function beginPasskeyLogin(
  context: AccountContext,
  url: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { expectedRPID: rpID } = relyingParty(url)
  const { generateAuthenticationOptions } = await library()
  const challenge = createChallenge(context, SIGN_IN)
  return generateAuthenticationOptions({ rpID, challenge, userVerification: 'required' })
}

/** Signs in by a passkey, without password and code. Fails with `login`, `forbidden` (disabled) or `rate`. */
export async function loginByPasskey(context: AccountContext, signed: Signed): Promise<NewSession> {
  const network = `passkey ${sourceNetwork(signed.address ?? '')}`
  const subjects = [{ name: network, free: 20, most: 8000, crowd: 50 }, EVERYBODY]
  context.throttle.fail(subjects)
  await context.throttle.wait(subjects)
  const { row, account } = await provePasskey(context, signed)
  context.throttle.undo(subjects)
  if (account.disabled === 1) throw forbiddenError('the account is disabled; ask the administrator')
  return startSession(context, account, createToken(), {
    address: signed.address,
    detail: { by: 'passkey', passkey: row.name },
  })
}

async function provePasskey(context: AccountContext, signed: Signed) {
  const answer = answerOf<AuthenticationResponseJSON>(signed.credential)
  const row = await findPasskey(context.state.db, String(answer.id))
  const account = row && (await findById(context.state.db, row.account_id))
  try {
    if (row === undefined || account === undefined) throw refused('this server does not know it')
    await verifyKnown(context, row, answer, signed.url)
    return { row, account }
  } catch (error) {
    await context.frequent.note(failedBy(signed.address, 'login.fail', account, { by: 'passkey' }))
    throw error
  }
}

async function verifyKnown(
  context: AccountContext,
  row: PasskeyRow,
  response: AuthenticationResponseJSON,
  url: string,
): Promise<void> {
  const site = relyingParty(url)
  const { verifyAuthenticationResponse } = await library()
  const known = knownChallenge(context, SIGN_IN)
  const { credential_id: id, public_key, counter } = row
  const verified = await verifyAuthenticationResponse({
    ...{ ...site, response, expectedChallenge: known.accepts },
    credential: {
      id,
      publicKey: Buffer.from(public_key, 'base64url'),
      counter,
      transports: transportsOf(row),
    },
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw refused(reasonOf(error))
  })
  if (!verified.verified) throw refused('its signature is wrong')
  if (response.response.userHandle !== undefined && response.response.userHandle !== row.user_handle)
    throw refused('it belongs to another account')
  const { challenge, end } = known.used()
  const now = context.now()
  const isFresh = await context.state.write(
    async (db) =>
      (await useChallenge(db, challenge, end, now)) &&
      (await notePasskeyUse(db, {
        id: row.id,
        counter: verified.authenticationInfo.newCounter,
        used_at: now,
      })),
  )
  if (!isFresh) throw refused('its answer was used already')
}

/** Accepts a challenge of one purpose, and remembers it. */
function knownChallenge(context: AccountContext, purpose: string) {
  let accepted: { readonly challenge: string; readonly end: number } | undefined
  return {
    accepts: (challenge: string): boolean => {
      const end = challengeEnd(context, purpose, challenge)
      accepted = end === undefined ? undefined : { challenge, end }
      return accepted !== undefined
    },
    used: () => {
      if (accepted === undefined) throw refused('its challenge is unknown')
      return accepted
    },
  }
}

function answerOf<Answer>(text: string): Answer {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && 'response' in value) return value as Answer
  } catch {}
  throw paramsError('the answer of the authenticator is not the JSON form of a credential')
}

function transportsOf({ transports }: PasskeyRow): AuthenticatorTransport[] {
  // Only the library writes them.
  return transports.split(',').filter((one) => one !== '') as AuthenticatorTransport[]
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 300) : 'it cannot be read'
}

function refused(reason: string): AppError {
  return new AppError('login', `401 Unauthorized, the passkey was not accepted: ${reason}`)
}
