// Sources and contexts for tests of tagging.
import { type Location, NOWHERE } from '../../src/asset/index.ts'
import type { Entry, SourceInput, SourceSet, TagContext } from '../../src/tag/index.ts'
import { openSourceSet } from '../../src/tag/source/open-source-set.ts'
import { buildSourceData } from '../../src/tag/source/source-data.ts'
import { tagLines } from '../../src/tag/tagger/index.ts'

/** Noon of 20 November 2026, UTC. */
export const NOW = Date.parse('2026-11-20T12:00:00Z') / 1000

/** A source of the text, retrieved an hour ago. */
export function sourceOf(name: string, text: string, more: Partial<SourceInput> = {}): SourceInput {
  return { name, kind: 'auto', bytes: new TextEncoder().encode(text), retrievedAt: NOW - 3600, ...more }
}

/** Reads the feeds and builds the tables. What is built in is always there; feeds that cannot be used are in `failures`. */
export function buildSources(inputs: readonly SourceInput[]): SourceSet {
  return openSourceSet(buildSourceData(inputs))
}

/** The lines that count: trimmed, without byte order mark, blank lines and lines that begin with `#`. */
export function readLines(text: string) {
  return text.split(/\r\n|[\n\r]/).flatMap((raw, index) => {
    const line = raw.trim()
    return line === '' || line.startsWith('#') ? [] : [{ line: index + 1, text: line }]
  })
}

/** Tags one text as if it were the only line of a file. */
export async function tagOne(text: string, context: TagContext): Promise<Entry> {
  for await (const entry of tagLines([{ line: 1, text: text.trim() }], context)) return entry
  throw new Error('no entry')
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
