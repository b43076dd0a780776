// Credentials of API calls: e-mail and key, or in the `live` dialect the key alone.
import { findByEmail } from '../../../state/index.ts'
import { type Account, toAccount } from '../account.ts'
import type { AccountContext } from '../context.ts'
import { foldEmail } from '../email.ts'
import { unauthorizedError } from '../failure.ts'
import { isBounded, refusalOf } from '../key/named-key.ts'
import type { KnownKey } from './cache.ts'
import { failedBy } from '../audit/frequent-events.ts'
import { sourceNetwork } from '../network.ts'
import { EVERYBODY } from './throttle.ts'
import { isKey } from '../credential/token.ts'
import { isSame } from '../credential/secret.ts'

/** The credentials of a call. */
export interface Credentials {
  readonly email: string | undefined
  readonly key: string | undefined
  /** Whether the key is sufficient without the e-mail: true for `Authorization: Bearer`. */
  readonly isBearer?: boolean
  /** The address of the caller, whose wrong credentials are delayed. */
  readonly address: string | undefined
}

// This many failed calls from one address are not delayed; later ones are answered after up to this delay. Nobody can guess 128
// bits: the delay protects the server from programs that keep calling with an old key.
const FREE_FAILURES = 100
const LONGEST_WAIT_MS = 1000

/**
 * Finds the account of a call. Fails with `unauthorized` for wrong, missing or disabled credentials, with a growing delay for an
 * address that fails often (and with `rate` when many calls wait already); right credentials are never delayed by wrong ones.
 */
export async function authenticate(context: AccountContext, credentials: Credentials): Promise<Account> {
  const known = await findKey(context, credentials)
  const refusal = known === undefined ? 'unknown' : refusalNow(context, known, credentials)
  if (known !== undefined && refusal === undefined) return admit(context, known, credentials)
  const name = `key ${sourceNetwork(credentials.address ?? '')}`
  const subjects = [{ name, free: FREE_FAILURES, most: LONGEST_WAIT_MS, crowd: 16 }, EVERYBODY]
  context.throttle.fail(subjects)
  await context.throttle.wait(subjects)
  await noteFailure(context, credentials, known, refusal)
  throw unauthorizedError()
}

function admit(
  context: AccountContext,
  { account, hash, named }: KnownKey,
  { address }: Credentials,
): Account {
  const now = context.now()
  context.meter.noteKey({
    account_id: account.id,
    key_id: named?.id ?? 0,
    used_at: now,
    address: address ?? '',
  })
  const caller = { ...toAccount(account, now), keyHash: hash }
  if (named === undefined) return caller
  const { id, name, scopes, rate, dialect } = named
  return { ...caller, dialect, key: { id, name, scopes, rate, isBounded: isBounded(named) } }
}

function refusalNow(
  context: AccountContext,
  { named }: KnownKey,
  { address }: Credentials,
): 'expired' | 'network' | undefined {
  return named === undefined ? undefined : refusalOf(named, address, context.now())
}

/** A call without e-mail and key does not count as an attempt. */
async function noteFailure(
  context: AccountContext,
  { email, key, address }: Credentials,
  known: KnownKey | undefined,
  reason: string | undefined,
): Promise<void> {
  if (key === undefined || key === '') return
  const { frequent, state } = context
  if (known !== undefined) {
    const detail = { key: known.named?.name ?? '', reason: reason ?? '' }
    await frequent.note(failedBy(address, 'key.fail', known.account, detail))
    return
  }
  const isCounted = email === undefined || frequent.isFull(address)
  const subject = isCounted ? undefined : await findByEmail(state.db, foldEmail(email.slice(0, 1000)))
  await frequent.note(failedBy(address, 'key.fail', subject))
}

async function findKey(
  context: AccountContext,
  { email, key, isBearer = false }: Credentials,
): Promise<KnownKey | undefined> {
  if (key === undefined || !isKey(key)) return undefined
  const hash = context.secret.hash(key)
  const known = await context.cache.byKeyHash(hash)
  if (known === undefined || !isSame(hash, known.hash) || known.account.disabled === 1) return undefined
  const dialect = known.named?.dialect ?? known.account.dialect
  if (dialect === 'live' || (isBearer && email === undefined)) return known
  if (email === undefined || email.length > 1000) return undefined
  return isSame(foldEmail(email), known.account.email_folded) ? known : undefined
}
