import { openSourceSet } from './open-source-set.ts'
import type { SourceInput } from './source.ts'
import { buildSourceData } from './source-data.ts'
import type { SourceSet } from './source-set.ts'

/** Reads the feeds and builds the tables. What is built in is always there; feeds that cannot be used stand in `failures`. */
export function buildSources(inputs: readonly SourceInput[]): SourceSet {
  return openSourceSet(buildSourceData(inputs))
}
