// Changes of accounts by administrators and operators. Each change and its audit event are one transaction.
import {
  type AccountChange,
  type AccountRow,
  moveCoins as addToLedger,
  countAccounts,
  type Db,
  deleteLinks,
  deleteSessions,
  failJobs,
  listAccountRows,
  updateAccount,
} from '../../../state/index.ts'
import { type Account, type Actor, type Dialect, type Level, type Role, toAccount } from '../account.ts'
import { record } from '../audit/record.ts'
import type { AccountContext } from '../context.ts'
import { createKey } from '../credential/token.ts'
import { refuseRotated } from '../credential/used-secret.ts'
import { checkUsername } from '../email.ts'
import { conflictError, paramsError } from '../failure.ts'
import { findTarget, type Target } from '../find.ts'
import { checkCoins, checkLevelEnd } from './amount.ts'

const MOST_BALANCE = 1_000_000_000_000

/** What `changeAccount` can change; undefined members are not changed. */
export interface AccountPatch {
  readonly username?: string | undefined
  /** A new level clears the old end date unless `levelUntil` is also given. */
  readonly level?: Level | undefined
  /** Milliseconds UTC; null: no end. */
  readonly levelUntil?: number | null | undefined
  readonly role?: Role | undefined
  readonly dialect?: Dialect | undefined
  readonly disabled?: boolean | undefined
}

/** Lists accounts by number, after number `after`. */
export async function listAccounts(
  context: AccountContext,
  page: { readonly after?: number; readonly limit?: number } = {},
): Promise<Account[]> {
  const limit = Math.min(1000, Math.max(1, page.limit ?? 1000))
  const rows = await listAccountRows(context.state.db, page.after ?? 0, limit)
  return rows.map((row) => toAccount(row, context.now()))
}

/** One account. Fails with `account`. */
export async function showAccount(context: AccountContext, target: Target): Promise<Account> {
  return toAccount(await findTarget(context.state.db, target), context.now())
}

/** Returns an account's API key in the clear, for its owner's profile and the operator. */
export async function revealKey(context: AccountContext, target: Target): Promise<string> {
  const row = await findTarget(context.state.db, target)
  return context.secret.unseal(row.key_cipher, row.key_hash)
}

/** Changes an account atomically. At least one enabled administrator always remains. */
export async function changeAccount(
  context: AccountContext,
  actor: Actor,
  target: Target,
  patch: AccountPatch,
): Promise<Account> {
  const account = await mutate(context, target, async (db, row) => {
    const change = toChange(row, patch, context.now())
    for (const [name, value] of Object.entries(change)) {
      const before = row[name as keyof AccountChange] ?? null
      if (value === before) continue
      const detail = { before, after: value ?? null }
      await record(db, actor, { action: `account.${name}`, subject: row, detail }, context.now())
    }
    return change
  })
  if (account.disabled) context.runningWork.cancelAccount(account.id)
  if (account.role !== 'administrator') context.runningWork.cancelAdministrator(account.id)
  return account
}

/** How administrators change a balance: grant coins, remove them, or refund a wrong charge. */
export const COIN_ACTIONS = ['grant', 'take', 'refund'] as const
export type CoinAction = (typeof COIN_ACTIONS)[number]
const KINDS = { grant: 'grant', take: 'correction', refund: 'refund' } as const

/** Moves 1 to 1000000000 coins. Never removes reserved coins, and the balance never falls below zero. */
export async function moveCoins(
  context: AccountContext,
  actor: Actor,
  target: Target,
  action: CoinAction,
  coins: number,
  note = '',
): Promise<Account> {
  checkCoins(coins)
  if (note.length > 500) throw paramsError(`the note has ${note.length} characters, at most 500 are allowed`)
  const [amount, kind, time] = [action === 'take' ? -coins : coins, KINDS[action], context.now()]
  return context.state.write(async (db) => {
    const row = await findTarget(db, target)
    if (row.balance + amount > MOST_BALANCE)
      throw paramsError(`the account would hold more than ${MOST_BALANCE} coins`)
    const actorId = actor.accountId ?? null
    if (!(await addToLedger(db, { accountId: row.id, amount, kind, note, actorId, time })))
      throw conflictError(
        `the account has ${row.balance} coins, ${row.reserved} of them reserved by running calls`,
      )
    const detail = { amount, note }
    await record(db, actor, { action: `coins.${kind}`, subject: row, detail }, time)
    return toAccount({ ...row, balance: row.balance + amount }, time)
  })
}

/** Replaces the first key; the old one stops working at once, and its calls end. */
export async function rotateKey(
  context: AccountContext,
  actor: Actor,
  target: Target,
): Promise<{ readonly account: Account; readonly key: string }> {
  const key = createKey()
  const key_hash = context.secret.hash(key)
  const key_cipher = context.secret.seal(key, key_hash)
  let replaced = ''
  const account = await mutate(context, target, async (db, row) => {
    await refuseRotated(db, context.state.kind, context.secret)
    await record(db, actor, { action: 'key.rotate', subject: row }, context.now())
    replaced = row.key_hash
    return { key_hash, key_cipher }
  })
  context.runningWork.cancelKey(replaced)
  return { account, key }
}

/** Sets a password and ends all logins of the account. */
export async function setPassword(
  context: AccountContext,
  actor: Actor,
  target: Target,
  password: string,
): Promise<Account> {
  const password_hash = await context.passwords.hash(password)
  return mutate(context, target, async (db, row) => {
    const detail = { by: 'administrator' }
    await record(db, actor, { action: 'password.set', subject: row, detail }, context.now())
    return { password_hash }
  })
}

async function mutate(
  context: AccountContext,
  target: Target,
  work: (db: Db, row: AccountRow) => Promise<AccountChange>,
): Promise<Account> {
  const account = await context.state.write(async (db) => {
    const row = await findTarget(db, target)
    const change = await work(db, row)
    if (Object.keys(change).length > 0) await updateAccount(db, row.id, change)
    // After the change: a concurrent login has either written its session by now, or will read the new password.
    if (change.password_hash !== undefined) {
      await deleteSessions(db, row.id)
      await deleteLinks(db, row.id)
    }
    if (change.disabled === 1) await endEverything(context, db, row.id)
    if (row.role === 'administrator' && row.disabled === 0) await keepAnAdministrator(db)
    return toAccount({ ...row, ...change } as AccountRow, context.now())
  })
  context.cache.invalidate()
  return account
}

// Ends everything of a disabled account at once, including running tasks.
async function endEverything(context: AccountContext, db: Db, id: number): Promise<void> {
  await deleteSessions(db, id)
  await failJobs(db, { accountId: id }, 'the account was disabled', context.now())
}

async function keepAnAdministrator(db: Db): Promise<void> {
  const { administrators } = await countAccounts(db)
  if (administrators === 0)
    throw conflictError('this is the last administrator who may sign in; make another account one first')
}

function toChange(row: AccountRow, patch: AccountPatch, now: number): AccountChange {
  const { level, role, dialect, disabled } = patch
  const levelUntil = patch.levelUntil ?? (level === undefined && patch.levelUntil !== null ? undefined : null)
  if (typeof levelUntil === 'number') checkLevelEnd(level ?? row.level, levelUntil, now)
  return {
    ...(patch.username !== undefined && { username: checkUsername(patch.username) }),
    ...(level !== undefined && { level }),
    ...(levelUntil !== undefined && { level_until: levelUntil }),
    ...(role !== undefined && { role }),
    ...(dialect !== undefined && { dialect }),
    ...(disabled !== undefined && { disabled: disabled ? 1 : 0 }),
  }
}
