// The state of sources at a time, and how the result's header shows them.
import { printInstant } from '../../util/index.ts'
import type { LocatedBy, TagContext } from '../context.ts'
import type { SourceRow } from '../entry.ts'
import { freshness } from '../vocabulary/index.ts'
import type { Source, SourceState } from './source.ts'
import type { SourceSet } from './source-set.ts'

/** Seconds since the feed's own date, else since its retrieval; 0 for what is built in and for dates in the future. */
export function ageOf(source: Pick<Source, 'statedAt' | 'retrievedAt'>, now: number): number {
  const since = source.statedAt ?? source.retrievedAt
  return since === null ? 0 : Math.max(0, now - since)
}

/** Every source with its state. */
export function sourceStates(set: SourceSet, now: number): readonly SourceState[] {
  return set.sources.map((source) => {
    const age = ageOf(source, now)
    const dated = source.statedAt !== null || source.retrievedAt !== null
    return { ...source, state: freshness(source.category, age), age: dated ? age : null }
  })
}

/** The header's `sources` of a result made with the context; databases of geography and networks and our records included. */
export function sourceRows({
  sources,
  locatedBy = [],
  observe,
  now,
}: TagContext): Readonly<Record<string, SourceRow>> {
  const rows = sourceStates(sources, now).map((source): SourceRow => {
    const { name, url, version, records, sha256, licence, state } = source
    return { name, url, version, ...datesOf(source, now), records, sha256, licence, state }
  })
  const located = locatedBy.map((database) => databaseRow(database, now))
  const own = observe === undefined ? [] : [recordsRow]
  return Object.fromEntries([...rows, ...located, ...own].map((row) => [row.name, row]))
}

const nothing = {
  url: null,
  version: null,
  retrieved_at: null,
  stated_at: null,
  age_days: null,
  records: 0,
  sha256: null,
  licence: null,
} as const

const recordsRow: SourceRow = { ...nothing, name: 'records', state: 'fresh' }

function databaseRow({ name, category, built, licence }: LocatedBy, now: number): SourceRow {
  const seconds = Date.parse(`${built}T00:00:00Z`) / 1000
  const statedAt = Number.isNaN(seconds) ? null : seconds
  const dated = { statedAt, retrievedAt: null }
  const state = freshness(category, ageOf(dated, now))
  return { ...nothing, name, version: built || null, licence, ...datesOf(dated, now), state }
}

/** The dates of a source and its age in whole days. */
export type SourceDates = Pick<SourceRow, 'retrieved_at' | 'stated_at' | 'age_days'>

/** The dates of a source as results show them. */
export function datesOf(source: Pick<Source, 'statedAt' | 'retrievedAt'>, now: number): SourceDates {
  const { statedAt, retrievedAt } = source
  return {
    retrieved_at: retrievedAt === null ? null : stamp(retrievedAt),
    stated_at: statedAt === null ? null : stamp(statedAt),
    age_days: statedAt === null && retrievedAt === null ? null : Math.floor(ageOf(source, now) / 86_400),
  }
}

/** `YYYY-MM-DDTHH:MM:SSZ` of seconds since 1970 UTC. */
export const stamp = (seconds: number): string => printInstant(seconds * 1000)
