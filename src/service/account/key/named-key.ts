import type { ApiKeyRow } from '../../../state/index.ts'
import { isInside, type Network, parseAddress, parseNetwork } from '../../../util/index.ts'
import type { Dialect } from '../account.ts'
import { readScopes, SCOPES, type Scope } from './scope.ts'

/** A key of an account other than its first one. Times are milliseconds UTC. */
export interface NamedKey {
  readonly id: number
  readonly name: string
  /** The first characters of the key, by which its owner recognizes it. */
  readonly start: string
  readonly dialect: Dialect
  readonly scopes: readonly Scope[]
  /** The networks from which it may be used; empty for any. */
  readonly networks: readonly string[]
  /** Calls per minute; 0 for no separate limit. */
  readonly rate: number
  readonly expiresAt: number | undefined
  readonly createdAt: number
}

/** The number of characters of a key that are shown to recognize it. */
export const START_LENGTH = 6

/** Converts a row to a key. */
export function toNamedKey(row: ApiKeyRow): NamedKey {
  return {
    id: row.id,
    name: row.name,
    start: row.start,
    dialect: row.dialect,
    scopes: readScopes(row.scopes),
    networks: row.networks === '' ? [] : row.networks.split(','),
    rate: row.rate,
    expiresAt: row.expires_at ?? undefined,
    createdAt: row.created_at,
  }
}

/** Whether a key has fewer permissions than the first key of its account. */
export function isBounded({ scopes, networks, rate, expiresAt }: NamedKey): boolean {
  return scopes.length < SCOPES.length || networks.length > 0 || rate > 0 || expiresAt !== undefined
}

/** Why a key must not be used now from an address; undefined if it may. */
export function refusalOf(
  { expiresAt, networks }: NamedKey,
  address: string | undefined,
  now: number,
): 'expired' | 'network' | undefined {
  if (expiresAt !== undefined && expiresAt <= now) return 'expired'
  if (networks.length === 0) return undefined
  const caller = parseAddress(address ?? '')
  if (caller === undefined) return 'network'
  const allowed = networks.map(parseNetwork).filter((network): network is Network => network !== undefined)
  return allowed.some((network) => isInside(caller, network)) ? undefined : 'network'
}
