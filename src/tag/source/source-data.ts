// All sources read and put into tables, as plain data: what a worker thread hands over.
import { type BuiltinFeed, builtinFeeds } from '../builtin/index.ts'
import { type Feed, type Label, type ReadFeed, readFeed } from '../feed/index.ts'
import { buildRangeTable, type RangeList, type RangeTable } from '../range/index.ts'
import type { Source, SourceFacts, SourceInput } from './source.ts'

/** One source with what its feed says. */
export interface LoadedSource {
  readonly source: Source
  readonly ranges: RangeList
  readonly labels: readonly Label[]
  readonly systems: readonly { readonly asn: number; readonly label: number }[]
}

/** Everything a `SourceSet` is opened from. */
export interface SourceData {
  readonly loaded: readonly LoadedSource[]
  readonly failures: readonly { readonly name: string; readonly reason: string }[]
  readonly table: RangeTable
}

/** A feed that was read, with what whoever keeps it knows of it. */
interface ReadSource {
  readonly facts: SourceFacts
  readonly read: ReadFeed
}

/** Reads every input and builds the tables; a feed that cannot be used is in `failures`, and the others are loaded. */
export function buildSourceData(inputs: readonly SourceInput[]): SourceData {
  return assembleSources(inputs.map((facts) => ({ facts, read: readFeed(facts.kind, facts.bytes, facts) })))
}

/** Puts feeds that were read together; `table` is the one an earlier call built of the same feeds in the same order. */
export function assembleSources(inputs: readonly ReadSource[], table?: RangeTable): SourceData {
  const loaded: LoadedSource[] = builtinFeeds().map(openBuiltin)
  const taken = new Set(loaded.map(({ source }) => source.name))
  const failures: { name: string; reason: string }[] = []
  for (const { facts, read } of inputs) {
    const { name } = facts
    if (taken.has(name)) failures.push({ name, reason: `the name \`${name}\` is taken` })
    else if (read.ok) loaded.push(open(facts, read.feed))
    else failures.push({ name, reason: read.reason })
    taken.add(name)
  }
  return { loaded, failures, table: table ?? buildRangeTable(loaded.map(({ ranges }) => ranges)) }
}

function open(input: SourceFacts, feed: Feed): LoadedSource {
  return {
    source: {
      ...factsOf(feed),
      name: input.name,
      url: input.url ?? null,
      version: input.version ?? feed.version,
      licence: input.licence ?? feed.licence,
      sha256: input.sha256 ?? null,
      retrievedAt: input.retrievedAt,
      since: input.since,
      override: input.override === true,
    },
    ranges: feed.ranges,
    labels: feed.labels,
    systems: feed.systems,
  }
}

function openBuiltin({ name, url, feed }: BuiltinFeed): LoadedSource {
  const { version, licence } = feed
  return {
    source: {
      ...factsOf(feed),
      name,
      url,
      version,
      licence,
      sha256: null,
      retrievedAt: null,
      override: false,
    },
    ranges: feed.ranges,
    labels: feed.labels,
    systems: feed.systems,
  }
}

function factsOf(
  feed: BuiltinFeed['feed'],
): Pick<
  Source,
  | 'statedAt'
  | 'format'
  | 'records'
  | 'bad'
  | 'reasons'
  | 'category'
  | 'basis'
  | 'confidence'
  | 'speaks'
  | 'complete'
> {
  const { statedAt, kind, records, bad, reasons, category, basis, confidence, speaks, complete } = feed
  return { statedAt, format: kind, records, bad, reasons, category, basis, confidence, speaks, complete }
}

/** The memory of all arrays, to be handed over instead of copied. */
export function buffersOf({ loaded, table }: SourceData): ArrayBufferLike[] {
  const arrays = [
    ...loaded.flatMap(({ ranges }) => [ranges.four.rows, ranges.six.rows]),
    ...[table.four, table.six].flatMap(({ firsts, prefixes, parents, outers, entries, starts }) => [
      firsts,
      prefixes,
      parents,
      outers,
      entries,
      starts,
    ]),
  ]
  return [...new Set(arrays.map((array) => array.buffer))]
}
