import { STORED_DERIVATIONS, type StoredDerivation } from '../../enrich/index.ts'
import { AppError } from '../../error/index.ts'
import { nearest } from '../../util/index.ts'

/** Records that a derivation reads per second by default. */
export const DERIVE_RATE = 500

/** The derivations with these names; all if none is named. Fails with `params`. */
export function derivationsNamed(names: readonly string[] = []): readonly StoredDerivation[] {
  return names.length === 0 ? STORED_DERIVATIONS : [...new Set(names.map(named))]
}

function named(name: string): StoredDerivation {
  const found = STORED_DERIVATIONS.find((known) => known === name)
  if (found !== undefined) return found
  const near = nearest(name.slice(0, 64), STORED_DERIVATIONS)
  const advice =
    near === undefined ? `known are ${STORED_DERIVATIONS.join(', ')}` : `did you mean \`${near}\`?`
  throw new AppError('params', `[-4] Params Error: unknown derivation \`${name.slice(0, 64)}\`; ${advice}`)
}
