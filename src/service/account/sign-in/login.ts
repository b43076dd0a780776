// Logins on the page: checks passwords and creates sessions. Guessing is slowed down. A browser that has signed in before has a
// device token, and its attempts are counted separately, so that strangers cannot slow it down.
import { randomBytes } from 'node:crypto'
import {
  type AccountRow,
  deleteSession,
  deleteSessionsEnding,
  findByEmail,
  findById,
  findSession,
  holdAccount,
  insertSession,
  type SessionRow,
  touchSession,
} from '../../../state/index.ts'
import { type Account, actorOf, toAccount } from '../account.ts'
import type { AccountContext } from '../context.ts'
import { FIRST_EMAIL, foldEmail } from '../email.ts'
import { forbiddenError, linkError, loginError } from '../failure.ts'
import { failedBy } from '../audit/frequent-events.ts'
import { sourceNetwork } from '../network.ts'
import { record } from '../audit/record.ts'
import type { Waiting } from '../credential/password.ts'
import { checkSecondFactor } from './second-factor.ts'
import { EVERYBODY, type Subject } from './throttle.ts'
import { createOperatorToken, createToken, hashToken, isToken, OPERATOR } from '../credential/token.ts'
import { isSame, sign } from '../credential/secret.ts'

const DAY_MS = 86_400_000
// The last use of a session is stored at most this often.
const TOUCH_MS = 10 * 60_000

/** The content of the login form. */
interface LoginInput {
  readonly email: string
  readonly password: string
  readonly address: string | undefined
  /** The code of the second factor, if the account has one. */
  readonly code?: string | undefined
  /** The device token of an earlier login from this browser. */
  readonly device?: string | undefined
}

/** A running login. */
export interface Session {
  readonly account: Account
  /** Required in every request that changes data. */
  readonly csrf: string
  /** Milliseconds UTC; extended while the session is used. */
  readonly expiresAt: number
}

/** A new login: the value of the session cookie and the device token for a separate cookie. */
export interface NewSession extends Session {
  readonly token: string
  readonly device: string
}

/** Checks e-mail, password and second factor. Fails with `login`, `forbidden` (disabled), `factor` or `rate`. */
export async function login(context: AccountContext, input: LoginInput): Promise<NewSession> {
  const folded = foldEmail(input.email.slice(0, 1000).trim())
  const row = await findByEmail(context.state.db, folded)
  const { own, shared, who } = subjectsOf(context, folded, row, input)
  const subjects = [own, ...shared]
  // Counted before the check, so that concurrent guesses do not all start without failures.
  context.throttle.fail(subjects)
  await context.throttle.wait(subjects)
  const right = await context.passwords.isRight(input.password, row?.password_hash ?? null, who)
  if (row === undefined || !right) {
    await context.frequent.note(failedBy(input.address, 'login.fail', row))
    throw loginError()
  }
  context.throttle.forget(own)
  context.throttle.undo(shared)
  if (row.disabled === 1) throw forbiddenError('the account is disabled; ask the administrator')
  await checkSecondFactor(context, row, { ...input, browser: who === 'known' ? 'known' : 'unknown' })
  return startSession(context, row, createToken(), { address: input.address })
}

/** Starts a session of the first account for the operator who started the server; fails with `link` when no account exists. */
export async function loginOperator(
  context: AccountContext,
  address: string | undefined,
): Promise<NewSession> {
  const row = await findByEmail(context.state.db, FIRST_EMAIL)
  if (row === undefined || row.disabled === 1) throw linkError('open the page')
  return startSession(context, row, createOperatorToken(), { address })
}

/** Ends all sessions of operators: they are valid only while the server that the operator started runs. */
export async function endOperatorSessions(context: AccountContext): Promise<void> {
  await context.state.write((db) => deleteSessionsEnding(db, OPERATOR))
}

// A right password clears the failures of `own`; subjects shared with others only get this one attempt back.
function subjectsOf(
  context: AccountContext,
  folded: string,
  row: AccountRow | undefined,
  { address = '', device }: LoginInput,
): { own: Subject; shared: Subject[]; who: Waiting } {
  if (row !== undefined && device !== undefined && isDevice(context, row.id, device))
    return { own: { name: `device ${device}`, free: 5, most: 8000, crowd: 8 }, shared: [], who: 'known' }
  const network = sourceNetwork(address)
  return {
    own: { name: `login ${network} ${folded}`, free: 5, most: 8000, crowd: 8 },
    shared: [
      { name: `login ${network}`, free: 20, most: 8000, crowd: 50 },
      { name: `login ${folded}`, free: 20, most: 3000, crowd: Number.POSITIVE_INFINITY },
      EVERYBODY,
    ],
    who: 'stranger',
  }
}

/** How a session starts. */
interface SessionStart {
  readonly address: string | undefined
  /** For the audit event; absent after a password. */
  readonly detail?: Readonly<Record<string, string>>
}

/** Starts a session of a proven account. Fails with `login` when its password changed or it was disabled since it was read. */
export async function startSession(
  context: AccountContext,
  row: AccountRow,
  token: string,
  { address, detail }: SessionStart,
): Promise<NewSession> {
  const now = context.now()
  const session: SessionRow = {
    token_hash: hashToken(token),
    account_id: row.id,
    created_at: now,
    seen_at: now,
    expires_at: endOf(context, now, now),
    address: address ?? null,
  }
  const account = toAccount(row, now)
  await context.state.write(async (db) => {
    // A password change while the old one was checked ends all logins, including this one.
    const current = await holdAccount(db, context.state.kind, row.id)
    if (current?.password_hash !== row.password_hash || current.disabled === 1) throw loginError()
    await insertSession(db, session)
    const event = { action: 'login', subject: account, ...(detail !== undefined && { detail }) }
    await record(db, actorOf(account, address), event, now)
  })
  return { ...describe(context, session, account), token, device: createDevice(context, row.id) }
}

/** The session of a cookie's value; undefined when it is unknown, ended or expired, or its account is disabled. */
export async function findLogin(context: AccountContext, token: string): Promise<Session | undefined> {
  if (!isToken(token)) return undefined
  const { db } = context.state
  const now = context.now()
  const session = await findSession(db, hashToken(token))
  if (session === undefined || session.expires_at <= now) return undefined
  const row = await findById(db, session.account_id)
  if (row === undefined || row.disabled === 1) return undefined
  const expires_at = await touch(context, session, now)
  return describe(context, { ...session, expires_at }, toAccount(row, now))
}

/** Ends the session of a cookie's value. */
export async function logout(
  context: AccountContext,
  token: string,
  address: string | undefined,
): Promise<void> {
  const session = await findLogin(context, token)
  if (session === undefined) return
  const { account } = session
  await context.state.write(async (db) => {
    await deleteSession(db, hashToken(token))
    await record(db, actorOf(account, address), { action: 'logout', subject: account }, context.now())
  })
}

async function touch(context: AccountContext, session: SessionRow, now: number): Promise<number> {
  if (now - session.seen_at < TOUCH_MS) return session.expires_at
  const expires = endOf(context, session.created_at, now)
  await context.state.write((db) => touchSession(db, session.token_hash, now, expires))
  return expires
}

function endOf({ settings }: AccountContext, createdAt: number, seenAt: number): number {
  return Math.min(createdAt + settings.sessionDays * DAY_MS, seenAt + settings.sessionIdleDays * DAY_MS)
}

function describe(context: AccountContext, session: SessionRow, account: Account): Session {
  return { account, csrf: sign(context.secret, 'csrf', session.token_hash), expiresAt: session.expires_at }
}

function createDevice(context: AccountContext, accountId: number): string {
  const nonce = randomBytes(12).toString('base64url')
  return `${nonce}.${sign(context.secret, 'device', `${accountId} ${nonce}`)}`
}

function isDevice(context: AccountContext, accountId: number, device: string): boolean {
  const [nonce = '', signature = ''] = device.slice(0, 200).split('.')
  return isSame(sign(context.secret, 'device', `${accountId} ${nonce}`), signature)
}
