// Which derivations changed between versions of this program. Records that an earlier one stored are derived again.
import { STORED_DERIVATIONS, type StoredDerivation } from './derive-again.ts'

/**
 * The derivations that each version changed, the oldest first; a version that derives columns in another way than the one before adds
 * a line. Records of a program from before the first line have version 0.
 */
const CHANGES: readonly (readonly StoredDerivation[])[] = [
  // Scripts of pages, ICP numbers, registrable domains of canonical names.
  ['identity', 'page', 'record'],
  // Products by rules.
  ['recognition'],
]

/** The version of the derivations of this program. */
export const DERIVATION_VERSION = CHANGES.length

/** What has to be derived again of records that have an earlier version; nothing for those of this one or a later one. */
export function derivationsSince(version: number): readonly StoredDerivation[] {
  const changed = new Set(CHANGES.slice(Math.max(0, version)).flat())
  return STORED_DERIVATIONS.filter((derivation) => changed.has(derivation))
}
