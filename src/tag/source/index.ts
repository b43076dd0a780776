// Sources: reading feeds into one immutable set that answers what all of them say of an address or a system.
// It knows formats, tables and ages; it must not know where files are kept or how they are fetched.

export { buildSources, buildSourcesHere } from './build-sources.ts'
export type { Source, SourceInput, SourceState } from './source.ts'
export type { Hit, SourceSet } from './source-set.ts'
export { ageOf, sourceRows, sourceStates, stamp } from './source-state.ts'
