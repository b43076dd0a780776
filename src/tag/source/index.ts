// Sources: reading feeds into one immutable set that answers what all of them say of an address or a system.
// It knows formats, tables and ages; it must not know where files are kept or how they are fetched.

export { openSourceSet } from './open-source-set.ts'
export type { Source, SourceFacts, SourceInput } from './source.ts'
export { assembleSources, buffersOf, type SourceData } from './source-data.ts'
export type { Hit, SourceSet } from './source-set.ts'
export { type Answers, CAUSES, causeOfSilence, QUESTIONS, unansweredIn } from './question.ts'
export { agingOf, completeSource, type Silent, silenceIn, stateOf } from './silence.ts'
export { ageOf, datesOf, type SourceDates, sourceRows, sourceStates, stamp } from './source-state.ts'
