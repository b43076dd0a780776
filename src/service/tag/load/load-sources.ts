// Loads all sources from their files: what the compiled file contains is taken from it, and only the rest is read.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  assembleSources,
  type ReadFeed,
  readFeed,
  type SourceData,
  type SourceFacts,
} from '../../../tag/index.ts'
import { type Compiled, readCompiled } from './compiled.ts'
import { programMark } from './program.ts'
import type { FeedToLoad, LoadRequest } from './request.ts'

/** What was loaded. */
interface LoadedSources {
  readonly data: SourceData
  /** The mark of the program that loaded them. */
  readonly program: string
  /** The content that the compiled file should get; undefined when it is up to date. */
  readonly fresh: Compiled | undefined
}

/** Loads the feeds; a feed whose file cannot be used is listed in `failures`, and the others are loaded. */
export function loadSources({ feeds, compiled: path }: LoadRequest): LoadedSources {
  const program = programMark()
  const compiled = readCompiled(path, program)
  const kept = new Map<string, ReadFeed>()
  const inputs = feeds.map((feed) => {
    const key = keyOf(feed.facts)
    const read = compiled?.feeds.get(key) ?? readFile(feed)
    kept.set(key, read)
    return { facts: feed.facts, read }
  })
  const same = compiled !== undefined && hasKeys(compiled, [...kept.keys()])
  const data = assembleSources(inputs, same ? compiled.table : undefined)
  const needless = same || feeds.length === 0
  return { data, program, fresh: needless ? undefined : { feeds: kept, table: data.table } }
}

/** Everything that determines the result of reading: the file and its options. */
function keyOf({ name, kind, sha256, tags, basis, confidence, override, columns }: SourceFacts): string {
  return hash('sha256', JSON.stringify([name, kind, sha256, tags, basis, confidence, override, columns]))
}

function hasKeys({ feeds }: Compiled, keys: readonly string[]): boolean {
  const known = [...feeds.keys()]
  return known.length === keys.length && known.every((key, place) => key === keys[place])
}

function readFile({ facts, path }: FeedToLoad): ReadFeed {
  const bytes = readBytes(path)
  if (typeof bytes === 'string') return { ok: false, reason: bytes }
  if (facts.sha256 !== undefined && hash('sha256', bytes) !== facts.sha256)
    return { ok: false, reason: 'the stored file is damaged: its checksum is another; update the feed' }
  return readFeed(facts.kind, bytes, facts)
}

function readBytes(path: string): Uint8Array | string {
  try {
    return readFileSync(path)
  } catch (error) {
    return `the stored file cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
}
