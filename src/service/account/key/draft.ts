// A new key: its values checked, ready to insert.
import type { ApiKeyRow } from '../../../state/index.ts'
import { canonicalAddress, parseNetwork, printNetwork } from '../../../util/index.ts'
import type { Dialect } from '../account.ts'
import type { AccountContext } from '../context.ts'
import { createKey } from '../credential/token.ts'
import { paramsError } from '../failure.ts'
import { START_LENGTH } from './named-key.ts'
import { SCOPES, type Scope, USUAL_SCOPES } from './scope.ts'

/** The values of a new key; all others have defaults. */
export interface KeyInput {
  readonly name: string
  readonly dialect?: Dialect | undefined
  readonly scopes?: readonly Scope[] | undefined
  /** Addresses and networks from which it may be used; empty for any. */
  readonly networks?: readonly string[] | undefined
  /** Calls per minute; 0 for no separate limit. */
  readonly rate?: number | undefined
  /** Milliseconds UTC; undefined for no end. */
  readonly expiresAt?: number | undefined
}

/** A key in the clear and its row. */
export interface KeyDraft {
  readonly key: string
  readonly row: Omit<ApiKeyRow, 'id' | 'account_id'>
}

/** The highest rate limit of a key, in calls per minute. */
export const MOST_KEY_RATE = 1_000_000
const MOST_NETWORKS = 50
const LONGEST_NAME = 64

/** Checks the values of a key; fails with `params`. `isKept` keys can be shown again. */
export function draftKey(context: AccountContext, input: KeyInput, isKept = false): KeyDraft {
  const { dialect = 'documented', scopes = USUAL_SCOPES, rate = 0, expiresAt } = input
  const now = context.now()
  if (expiresAt !== undefined && expiresAt <= now) throw paramsError('the end of a key must be in the future')
  if (!Number.isInteger(rate) || rate < 0 || rate > MOST_KEY_RATE)
    throw paramsError(`the rate of a key must be a whole number from 0 to ${MOST_KEY_RATE}`)
  if (scopes.length === 0) throw paramsError(`a key needs at least one scope of ${SCOPES.join(', ')}`)
  const row = {
    name: checkName(input.name),
    dialect,
    scopes: SCOPES.filter((scope) => scopes.includes(scope)).join(','),
    networks: checkNetworks(input.networks ?? []).join(','),
    rate,
    expires_at: expiresAt ?? null,
    created_at: now,
  }
  const { key, ...secret } = freshKey(context, isKept)
  return { key, row: { ...row, ...secret } }
}

/** A new key and the columns that store it. */
export function freshKey(
  { secret }: AccountContext,
  isKept: boolean,
): { readonly key: string } & Pick<ApiKeyRow, 'key_hash' | 'key_cipher' | 'start'> {
  const key = createKey()
  const key_hash = secret.hash(key)
  const key_cipher = isKept ? secret.seal(key, key_hash) : null
  return { key, key_hash, key_cipher, start: key.slice(0, START_LENGTH) }
}

function checkName(text: string): string {
  const name = text.trim()
  if (name.length > 0 && name.length <= LONGEST_NAME && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name)) return name
  throw paramsError(`the name of a key has 1 to ${LONGEST_NAME} printable characters`)
}

function checkNetworks(texts: readonly string[]): readonly string[] {
  if (texts.length > MOST_NETWORKS)
    throw paramsError(`a key has at most ${MOST_NETWORKS} networks; ${texts.length} were given`)
  return [...new Set(texts.map(checkNetwork))]
}

function checkNetwork(text: string): string {
  const address = canonicalAddress(text)
  const network = parseNetwork(
    address === undefined ? text : `${address}/${address.includes(':') ? 128 : 32}`,
  )
  if (network !== undefined) return printNetwork(network)
  throw paramsError(`\`${text.slice(0, 64)}\` must be an address or a network such as \`192.0.2.0/24\``)
}

/** The row of a draft for an account. */
export function rowOf({ row }: KeyDraft, accountId: number): Omit<ApiKeyRow, 'id'> {
  return { ...row, account_id: accountId }
}
