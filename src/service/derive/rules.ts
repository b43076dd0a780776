// Keeps the products of stored records in step with the rules that recognise them: when the rules of the project or own ones changed
// since all records were recognised, a job runs all rules over them.
import { changeFact, readFact, type State } from '../../state/index.ts'
import type { Derivations, DeriveInput, DeriveJob } from './derivations.ts'

/** Where it is stored by which rules all records are recognised. */
export interface RecognisedRecords {
  readonly state: State
  /** The name of the fact; records of other data directories have other names. */
  readonly fact: string
}

/** Records by which rules all records are recognised, after a job ran these. */
export async function noteRecognised({ state, fact }: RecognisedRecords, input: DeriveInput): Promise<void> {
  const { rules, derivations } = input
  if (rules === undefined || !derivations.includes('recognition')) return
  await state.write((db) => changeFact(db, fact, rules))
}

/** Records the rules in use for an empty store: whatever is stored from now on is recognised by them. */
export async function noteFirstRules(
  { state, fact }: RecognisedRecords,
  mark: () => string,
  count: () => Promise<number>,
): Promise<void> {
  if ((await readFact(state.db, fact)) !== undefined || (await count()) > 0) return
  const rules = mark()
  await state.write((db) => changeFact(db, fact, rules))
}

/** Submits the job that other rules need; undefined when the records have them, when one is in flight, and when no rate is given. */
export async function deriveRules(
  { state, fact }: RecognisedRecords,
  mark: string,
  rate: number,
  { submit, list }: Pick<Derivations, 'submit' | 'list'>,
): Promise<DeriveJob | undefined> {
  if (rate === 0 || (await readFact(state.db, fact)) === mark) return undefined
  const isInFlight = (await list()).some(
    ({ endedAt, input }) => endedAt === undefined && input.rules === mark,
  )
  return isInFlight ? undefined : submit({ derivations: ['recognition'], rate })
}
