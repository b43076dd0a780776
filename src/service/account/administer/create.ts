// Creates accounts.
import {
  countAccounts,
  type Db,
  findById,
  insertAccount,
  insertApiKey,
  isConflict,
  moveCoins,
  type NewAccount,
} from '../../../state/index.ts'
import {
  type Account,
  type Actor,
  type Dialect,
  type Level,
  OPERATOR,
  type Role,
  toAccount,
} from '../account.ts'
import { checkCoins, checkLevelEnd } from './amount.ts'
import type { AccountContext } from '../context.ts'
import { checkEmail, checkUsername, FIRST_EMAIL, foldEmail } from '../email.ts'
import { conflictError } from '../failure.ts'
import { draftKey, type KeyDraft, rowOf } from '../key/draft.ts'
import { insertPasswordLink } from '../sign-in/link.ts'
import { record } from '../audit/record.ts'
import { refuseRotated } from '../credential/used-secret.ts'
import { createKey } from '../credential/token.ts'

/** The values of a new account; all others have defaults. */
export interface AccountInput {
  readonly email: string
  /** Default: the part of the e-mail before the @. */
  readonly username?: string | undefined
  readonly level?: Level | undefined
  /** Milliseconds UTC. */
  readonly levelUntil?: number | undefined
  readonly coins?: number | undefined
  readonly dialect?: Dialect | undefined
  readonly role?: Role | undefined
  readonly password?: string | undefined
}

/** A new account, its first key, and its key for programs of the other dialect. */
export interface CreatedAccount {
  readonly account: Account
  readonly key: string
  readonly other: { readonly dialect: Dialect; readonly key: string }
}

/** A checked account with its keys, ready to insert. */
interface Draft {
  readonly row: NewAccount
  readonly key: string
  /** The key for programs of the other dialect. */
  readonly other: KeyDraft
  readonly coins: number
}

/** Creates an account. Fails with `params` for invalid values and with `conflict` for an e-mail that is in use. */
export async function createAccount(
  context: AccountContext,
  actor: Actor,
  input: AccountInput,
): Promise<CreatedAccount> {
  const draft = await draftAccount(context, input)
  const account = await refuseTwins(draft, () =>
    context.state.write((db) => insertDraft(context, db, actor, draft, 'account.create')),
  )
  return createdOf(draft, account)
}

/** Checks the values of a new account; writes nothing. */
export async function draftAccount(context: AccountContext, input: AccountInput): Promise<Draft> {
  const { level = 'free', dialect = 'documented', role = 'user', coins = 0, levelUntil } = input
  const now = context.now()
  const email = checkEmail(input.email)
  const username = checkUsername(input.username ?? email.slice(0, email.lastIndexOf('@')).slice(0, 64))
  if (coins !== 0) checkCoins(coins)
  if (levelUntil !== undefined) checkLevelEnd(level, levelUntil, now)
  const password = input.password === undefined ? null : await context.passwords.hash(input.password)
  const key = createKey()
  const key_hash = context.secret.hash(key)
  const row: NewAccount = {
    email,
    email_folded: foldEmail(email),
    username,
    key_hash,
    key_cipher: context.secret.seal(key, key_hash),
    password_hash: password,
    level,
    level_until: levelUntil ?? null,
    role,
    dialect,
    disabled: 0,
    rules_version: null,
    rules_time: null,
    created_at: now,
  }
  const otherDialect = dialect === 'live' ? 'documented' : 'live'
  const other = draftKey(context, { name: otherDialect, dialect: otherDialect }, true)
  return { row, key, other, coins }
}

/** The result of creating an account from a draft. */
export function createdOf({ key, other }: Draft, account: Account): CreatedAccount {
  return { account, key, other: { dialect: other.row.dialect, key: other.key } }
}

/** Inserts a draft with its first coins and its audit event. */
export async function insertDraft(
  context: AccountContext,
  db: Db,
  actor: Actor,
  { row, other, coins }: Draft,
  action: string,
): Promise<Account> {
  const time = context.now()
  await refuseRotated(db, context.state.kind, context.secret)
  const id = await insertAccount(db, row)
  await insertApiKey(db, rowOf(other, id))
  if (coins > 0)
    await moveCoins(db, {
      accountId: id,
      amount: coins,
      kind: 'grant',
      note: 'first coins',
      actorId: actor.accountId ?? null,
      time,
    })
  const { email, level, level_until, role, dialect } = row
  const detail = { level, level_until, role, dialect, coins }
  await record(db, actor, { action, subject: { id, email }, detail }, time)
  return readAccount(db, id, time)
}

/** Converts the database's conflict on a duplicate e-mail into an error for the caller. */
export async function refuseTwins<Result>(draft: Draft, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (!isConflict(error)) throw error
    throw conflictError(`an account with the e-mail \`${draft.row.email}\` exists already`)
  }
}

async function readAccount(db: Db, id: number, now: number): Promise<Account> {
  const row = await findById(db, id)
  if (row === undefined) throw new Error(`the account ${id} is gone`)
  return toAccount(row, now)
}

/** The first account of an empty database. */
export interface FirstAccount extends CreatedAccount {
  /** The token of a one-time link to set the password. */
  readonly token: string
}

/**
 * Creates `admin@localhost` if no account exists, otherwise returns undefined. Of two concurrent processes only one creates it.
 */
export async function ensureFirstAccount(context: AccountContext): Promise<FirstAccount | undefined> {
  const { all } = await countAccounts(context.state.db)
  if (all > 0) return undefined
  const draft = await draftAccount(context, {
    email: FIRST_EMAIL,
    role: 'administrator',
    level: 'enterprise',
  })
  try {
    return await context.state.write(async (db) => {
      if ((await countAccounts(db)).all > 0) return undefined
      const account = await insertDraft(context, db, OPERATOR, draft, 'account.create')
      const { token } = await insertPasswordLink(context, db, account.id)
      return { ...createdOf(draft, account), token }
    })
  } catch (error) {
    if (isConflict(error)) return undefined
    throw error
  }
}
