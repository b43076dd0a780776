// Keeps the tags of stored records in step with their sources: when a feed changed, came or went, when one grew stale or expired,
// and once a day, a job reads the few columns that tags follow from and rewrites the records whose tags changed.
import { changeFact, readFact, type State } from '../../state/index.ts'
import { WITHOUT_FEEDS } from '../tag/index.ts'
import type { Derivations, DeriveInput, DeriveJob } from './derivations.ts'

/** Where it is stored by which sources all records are tagged. */
export interface TaggedRecords {
  readonly state: State
  /** The name of the fact; records of other data directories have other names. */
  readonly fact: string
}

/** Records by which sources all records are tagged, after a job tagged them. */
export async function noteTagged({ state, fact }: TaggedRecords, input: DeriveInput): Promise<void> {
  const { tags, derivations } = input
  if (tags === undefined || !derivations.includes('tags')) return
  await state.write((db) => changeFact(db, fact, tags))
}

/** Submits the job that other sources need; undefined when the records have their tags, and when no rate is given. */
export async function deriveTags(
  { state, fact }: TaggedRecords,
  mark: string,
  rate: number,
  { submit }: Pick<Derivations, 'submit'>,
): Promise<DeriveJob | undefined> {
  const known = (await readFact(state.db, fact)) ?? WITHOUT_FEEDS
  return known === mark || rate === 0 ? undefined : submit({ derivations: ['tags'], rate, tags: mark })
}
