// Lists, creates, shows, rotates and revokes keys of an account. Each change and its audit event are one transaction.
import type { AppError } from '../../../error/index.ts'
import {
  type AccountRow,
  deleteApiKey,
  failJobs,
  holdAccount,
  insertApiKey,
  isConflict,
  type KeyUseRow,
  listApiKeyRows,
  listKeyUses,
  updateApiKey,
} from '../../../state/index.ts'
import type { Actor, Dialect } from '../account.ts'
import { rotateKey } from './administer.ts'
import { record } from '../audit/record.ts'
import type { AccountContext } from '../context.ts'
import { refuseRotated } from '../credential/used-secret.ts'
import { conflictError, paramsError } from '../failure.ts'
import { findTarget, type Target } from '../find.ts'
import { draftKey, freshKey, type KeyInput, rowOf } from '../key/draft.ts'
import { type NamedKey, START_LENGTH, toNamedKey } from '../key/named-key.ts'
import { SCOPES } from '../key/scope.ts'

/** The most keys of an account in addition to its first one. */
const MOST_KEYS = 50

/** The number and name of the first key of every account. */
export const FIRST_KEY = { id: 0, name: 'first' } as const

/** A key as its owner sees it. Times are milliseconds UTC. */
export interface ShownKey extends NamedKey {
  /** When and from where it was last used, to the minute. */
  readonly lastUse: { readonly time: number; readonly address: string } | undefined
}

/** A new key and its value, which is shown only once. */
interface CreatedKey {
  readonly key: string
  readonly named: NamedKey
}

/** A key in the clear. */
export interface RevealedKey {
  readonly name: string
  readonly dialect: Dialect
  readonly key: string
}

/** All keys of an account, the first one first. */
export async function listKeys(context: AccountContext, target: Target): Promise<readonly ShownKey[]> {
  const { db } = context.state
  await context.meter.flush()
  const account = await findTarget(db, target)
  const rows = await listApiKeyRows(db, account.id)
  const uses = new Map((await listKeyUses(db, account.id)).map((use) => [use.key_id, use]))
  const all = [firstKey(context, account), ...rows.map(toNamedKey)]
  return all.map((key) => ({ ...key, lastUse: lastUseOf(uses.get(key.id)) }))
}

function firstKey(context: AccountContext, row: AccountRow): NamedKey {
  return {
    ...FIRST_KEY,
    start: context.secret.unseal(row.key_cipher, row.key_hash).slice(0, START_LENGTH),
    dialect: row.dialect,
    scopes: SCOPES,
    networks: [],
    rate: 0,
    expiresAt: undefined,
    createdAt: row.created_at,
  }
}

function lastUseOf(use: KeyUseRow | undefined): ShownKey['lastUse'] {
  return use === undefined ? undefined : { time: use.used_at, address: use.address }
}

/** Creates a key, which only this call returns. Fails with `params`, and with `conflict` for a name in use or too many keys. */
export async function createKeyOf(
  context: AccountContext,
  actor: Actor,
  target: Target,
  input: KeyInput,
): Promise<CreatedKey> {
  const draft = draftKey(context, input)
  const { name, scopes } = draft.row
  if (name === FIRST_KEY.name) throw paramsError(`\`${name}\` is the name of the account’s first key`)
  const create = (): Promise<number> =>
    context.state.write(async (db) => {
      const account = await findTarget(db, target)
      // Concurrent calls wait here, so that together they cannot exceed the limit.
      await holdAccount(db, context.state.kind, account.id)
      if ((await listApiKeyRows(db, account.id)).length >= MOST_KEYS)
        throw conflictError(`the account has ${MOST_KEYS} keys, which is the most; revoke one first`)
      const id = await insertApiKey(db, rowOf(draft, account.id))
      const event = { action: 'key.create', subject: account, detail: { key: name, scopes } }
      await record(db, actor, event, context.now())
      return id
    })
  const id = await create().catch((error: unknown) => {
    if (!isConflict(error)) throw error
    throw conflictError(`the account has a key named \`${name}\` already`)
  })
  return { key: draft.key, named: toNamedKey({ ...rowOf(draft, 0), id }) }
}

/**
 * Replaces a key; the old one stops working at once. Its calls are cancelled, in other processes within a second. What a named key
 * submitted fails; what the first one submitted belongs to the account, as that of the page. Fails with `params` for an unknown key.
 */
export async function rotateKeyOf(
  context: AccountContext,
  actor: Actor,
  target: Target,
  id: number,
): Promise<string> {
  if (id === FIRST_KEY.id) return (await rotateKey(context, actor, target)).key
  const { key, replaced } = await context.state.write(async (db) => {
    const account = await findTarget(db, target)
    const row = (await listApiKeyRows(db, account.id)).find((one) => one.id === id)
    if (row === undefined) throw unknownKey(id)
    await refuseRotated(db, context.state.kind, context.secret)
    const fresh = freshKey(context, row.key_cipher !== null)
    const { key_hash, key_cipher, start } = fresh
    await updateApiKey(db, id, { key_hash, key_cipher, start })
    await failJobs(db, { keyId: id }, 'the key was replaced', context.now())
    const event = { action: 'key.rotate', subject: account, detail: { key: row.name } }
    await record(db, actor, event, context.now())
    return { key: fresh.key, replaced: row.key_hash }
  })
  context.cache.invalidate()
  context.runningWork.cancelKey(replaced)
  return key
}

/**
 * Revokes a key at once, and cancels what runs with it: calls, and the tasks, exports and imports that it submitted. Fails with
 * `params` for an unknown key and for the first one, which every account has.
 */
export async function revokeKeyOf(
  context: AccountContext,
  actor: Actor,
  target: Target,
  id: number,
): Promise<void> {
  if (id === FIRST_KEY.id) throw paramsError('the first key cannot be revoked; rotate it instead')
  const revoked = await context.state.write(async (db) => {
    const account = await findTarget(db, target)
    const row = await deleteApiKey(db, account.id, id)
    if (row === undefined) throw unknownKey(id)
    await failJobs(db, { keyId: id }, 'the key was revoked', context.now())
    const event = { action: 'key.revoke', subject: account, detail: { key: row.name } }
    await record(db, actor, event, context.now())
    return row.key_hash
  })
  context.cache.invalidate()
  context.runningWork.cancelKey(revoked)
}

/** The keys that can be shown again: the first one and the one created with the account. */
export async function revealKeys(context: AccountContext, target: Target): Promise<readonly RevealedKey[]> {
  const { secret, state } = context
  const account = await findTarget(state.db, target)
  const rows = await listApiKeyRows(state.db, account.id)
  const first = { ...account, name: FIRST_KEY.name }
  return [first, ...rows].flatMap(({ name, dialect, key_hash, key_cipher }) =>
    key_cipher === null ? [] : [{ name, dialect, key: secret.unseal(key_cipher, key_hash) }],
  )
}

function unknownKey(id: number): AppError {
  return paramsError(`the account has no key with number ${id}`)
}
