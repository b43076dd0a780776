// Derives columns of a stored record again from its stored values: with other databases, or with a newer version of this program.
import {
  type AddressTags,
  type Asset,
  addressTagsOf,
  COLUMNS,
  columnRow,
  type Derivation,
  deriveColumns,
  type Recognise,
  UNKNOWN_ASSET,
  withoutTags,
  withTags,
} from '../asset/index.ts'
import { type Draft, fill } from './draft.ts'
import type { Locator, TagsOf } from './enrich.ts'
import { readReached } from './identity.ts'
import { domainOf, domainsOf, fillLocation } from './location.ts'
import { fillFromStart, fillPage } from './page.ts'
import { recognised } from './recognised.ts'
import { TextHasher } from './text.ts'

/** The derivations whose inputs a record contains; of certificates and icons it contains only the extracted values. */
export type StoredDerivation = Extract<
  Derivation,
  'identity' | 'location' | 'page' | 'record' | 'recognition' | 'tags'
>

/** The names of these derivations. */
export const STORED_DERIVATIONS: readonly StoredDerivation[] = [
  'identity',
  'location',
  'page',
  'record',
  'recognition',
  'tags',
]

/** What derivations use. */
interface DerivationTools {
  readonly locator: Locator
  /** Without it products are not changed. */
  readonly recognise?: Recognise | undefined
  /** Without it tags of addresses are not changed. */
  readonly tagsOf?: TagsOf | undefined
}

/** Creates a function that derives the columns of some derivations again. Stated values are kept. Idempotent. */
export function createDeriveAgain(
  { locator, recognise, tagsOf }: DerivationTools,
  derivations: readonly StoredDerivation[],
): (stored: Asset) => Asset {
  const wanted = new Set<Derivation | undefined>(derivations)
  const hasher = new TextHasher()
  const deriveUntagged = (stored: Asset): Asset => {
    // Values derived from a whole body cannot be derived from its start.
    const whole = stored.body_full_length === null
    const draft = reopen(stored, (derived) => wanted.has(derived) && (whole || derived !== 'page'))
    if (wanted.has('identity')) fillIdentity(draft)
    if (wanted.has('location')) fillLocation(draft, locator)
    if (wanted.has('page') && whole) fillPage(draft, hasher, Number.POSITIVE_INFINITY)
    else if (wanted.has('page')) fillFromStart(draft)
    const derived = wanted.has('record') ? deriveColumns(draft.asset) : draft.asset
    return wanted.has('recognition') && recognise !== undefined ? recognised(derived, recognise) : derived
  }
  const saidOf = (stored: Asset, ip: string): AddressTags =>
    wanted.has('tags') && tagsOf !== undefined ? tagsOf(ip) : addressTagsOf(stored)
  return (stored) => {
    const derived = deriveUntagged(withoutTags(stored))
    return withTags(derived, saidOf(stored, derived.ip))
  }
}

/** The record as a draft, without the values of some derivations. */
function reopen(stored: Asset, isDerived: (derivation: Derivation | undefined) => boolean): Draft {
  const asset: Draft['asset'] = { ...stored }
  const stated = new Set<string>(stored.stated)
  for (const column of COLUMNS) {
    const { derived, stated: mayBeStated } = columnRow(column)
    if (mayBeStated && isDerived(derived) && !stated.has(column)) forget(asset, column)
  }
  return { asset, stated }
}

function forget<Key extends keyof Asset>(asset: Draft['asset'], column: Key): void {
  asset[column] = UNKNOWN_ASSET[column] as Asset[Key]
}

function fillIdentity(draft: Draft): void {
  const { reached } = draft.asset
  const name = readReached(reached)
  const isAddress = 'isAddress' in name && name.isAddress
  fill(draft, 'is_domain', !isAddress)
  fill(draft, 'ip', isAddress ? reached : '')
  fill(draft, 'domain', isAddress ? '' : domainOf(reached))
  fill(draft, 'cname_domain', domainsOf(draft.asset.cname))
  fill(draft, 'is_ipv6', draft.asset.ip === '' ? null : draft.asset.ip.includes(':'))
}
