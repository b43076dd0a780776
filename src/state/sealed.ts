// Encrypted columns, encrypted again. Knows neither secrets nor what is inside.
import { raiseRevision } from './account.ts'
import type { Db } from './schema.ts'

/** Encrypts a text again that was encrypted in a context. */
type Reseal = (sealed: string, context: string) => string

/** Encrypts every API key again that is stored in a form that can be shown; returns how many. */
export async function resealKeys(db: Db, reseal: Reseal): Promise<number> {
  await raiseRevision(db)
  const first = await db.selectFrom('account').select(['id', 'key_hash', 'key_cipher']).execute()
  for (const { id, key_hash, key_cipher } of first) {
    const change = { key_cipher: reseal(key_cipher, key_hash) }
    await db.updateTable('account').set(change).where('id', '=', id).execute()
  }
  const named = await db.selectFrom('api_key').select(['id', 'key_hash', 'key_cipher']).execute()
  const kept = named.flatMap(({ key_cipher, ...row }) =>
    key_cipher === null ? [] : [{ ...row, key_cipher }],
  )
  for (const { id, key_hash, key_cipher } of kept) {
    const change = { key_cipher: reseal(key_cipher, key_hash) }
    await db.updateTable('api_key').set(change).where('id', '=', id).execute()
  }
  return first.length + kept.length
}

/** Encrypts the secret of every second factor again; returns how many. */
export async function resealFactors(db: Db, reseal: Reseal): Promise<number> {
  const rows = await db.selectFrom('second_factor').select(['account_id', 'secret_cipher']).execute()
  for (const { account_id, secret_cipher } of rows) {
    const change = { secret_cipher: reseal(secret_cipher, factorContext(account_id)) }
    await db.updateTable('second_factor').set(change).where('account_id', '=', account_id).execute()
  }
  return rows.length
}

/** The context in which the secret of a second factor is encrypted. */
export const factorContext = (accountId: number): string => `second factor ${accountId}`
