// Stores in the state database what to derive after the job in flight.
import { changeFact, deleteFact, readFact, type State } from '../../state/index.ts'
import type { DeriveInput, Postponed } from './derivations.ts'

/** Stores it under the name of the job kind. */
export function createPostponed(state: State, kind: string): Postponed {
  const fact = `postponed ${kind}`
  return {
    read: async () => inputOf(await readFact(state.db, fact)),
    add: (input) =>
      state.write(async (db) => {
        const both = joined(inputOf(await readFact(db, fact)), input)
        await changeFact(db, fact, JSON.stringify(both))
      }),
    remove: (input) => state.write((db) => deleteFact(db, fact, JSON.stringify(input))),
  }
}

/** One job for both, at the later rate. */
function joined(before: DeriveInput | undefined, input: DeriveInput): DeriveInput {
  const derivations = [...new Set([...(before?.derivations ?? []), ...input.derivations])]
  return { ...before, ...input, derivations }
}

function inputOf(text: string | undefined): DeriveInput | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as DeriveInput)
}
