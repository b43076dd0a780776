// Stores in the state database which version of the derivations the stored records have: after an upgrade of the program, records
// of an earlier version are derived again.
import { DERIVATION_VERSION, derivationsSince } from '../../enrich/index.ts'
import { changeFact, readFact, type State } from '../../state/index.ts'
import type { Derivations, DeriveInput, DeriveJob } from './derivations.ts'

/** Where the version of a set of records is stored. */
export interface VersionedRecords {
  readonly state: State
  /** The name of the fact; records of other data directories have other names. */
  readonly fact: string
}

/** Records that all records have this program's version, after a job derived everything that an upgrade needs. */
export async function noteDerived(records: VersionedRecords, input: DeriveInput): Promise<void> {
  // An earlier program may have started the job.
  if (input.version !== DERIVATION_VERSION) return
  const needed = derivationsSince(await versionOf(records))
  if (needed.every((derivation) => input.derivations.includes(derivation))) await noteCurrent(records)
}

/** Records this program's version for an empty store: whatever is stored from now on has it. */
export async function noteNewRecords(records: VersionedRecords, count: () => Promise<number>): Promise<void> {
  const isCurrent = derivationsSince(await versionOf(records)).length === 0
  if (!isCurrent && (await count()) === 0) await noteCurrent(records)
}

/**
 * Submits the job that an upgrade needs. Undefined when the records have this program's version, when there are none, and when no
 * rate is given.
 */
export async function deriveAfterUpgrade(
  records: VersionedRecords,
  count: number,
  rate: number,
  { submit }: Pick<Derivations, 'submit'>,
): Promise<DeriveJob | undefined> {
  const needed = derivationsSince(await versionOf(records))
  if (needed.length === 0) return undefined
  if (count > 0) return rate === 0 ? undefined : submit({ derivations: needed, rate })
  await noteCurrent(records)
  return undefined
}

async function versionOf({ state, fact }: VersionedRecords): Promise<number> {
  return Number((await readFact(state.db, fact)) ?? 0)
}

async function noteCurrent({ state, fact }: VersionedRecords): Promise<void> {
  await state.write((db) => changeFact(db, fact, String(DERIVATION_VERSION)))
}
