// Sources and contexts for tests of tagging.
import { type Location, NOWHERE } from '../../src/asset/index.ts'
import { buildSources, type SourceInput, type SourceSet, type TagContext } from '../../src/tag/index.ts'

/** Noon of 20 November 2026, UTC. */
export const NOW = Date.parse('2026-11-20T12:00:00Z') / 1000

/** A source of the text, retrieved an hour ago. */
export function sourceOf(name: string, text: string, more: Partial<SourceInput> = {}): SourceInput {
  return { name, kind: 'auto', bytes: new TextEncoder().encode(text), retrievedAt: NOW - 3600, ...more }
}

/** A set of the sources; throws where one could not be read. */
export function setOf(...inputs: readonly SourceInput[]): SourceSet {
  const set = buildSources(inputs)
  if (set.failures.length > 0) throw new Error(JSON.stringify(set.failures))
  return set
}

/** A place with nothing known but what is given. */
export function locationOf(more: Partial<Location>): Location {
  return { ...NOWHERE, ...more }
}

/** A context over the sources with the clock at `NOW`. */
export function contextOf(inputs: readonly SourceInput[], more: Partial<TagContext> = {}): TagContext {
  return { sources: setOf(...inputs), now: NOW, ...more }
}
