// Stored versions of feeds: those of an earlier moment, and those before the current ones.
import { activeVersion, type FeedRow, type FeedVersion } from '../feed/index.ts'

const start = ({ since, retrievedAt }: FeedVersion): number => since ?? retrievedAt

/** Each feed with the version that was in use at a moment (seconds UTC); feeds added later are left out. */
export function feedsAt(rows: readonly FeedRow[], seconds: number): readonly FeedRow[] {
  return rows.flatMap((row): readonly FeedRow[] => {
    const version = row.versions
      .filter((one) => start(one) <= seconds)
      .toSorted((one, other) => start(other) - start(one))[0]
    if (version === undefined) return []
    // A later confirmation was unknown at that moment.
    const then = { ...version, retrievedAt: Math.min(version.retrievedAt, seconds) }
    return [{ ...row, pinned: null, versions: [then], active: then }]
  })
}

/** Records of earlier versions in memory; feeds with more of them have no history. */
const MOST_RECORDS = 2_000_000

/** The stored versions before the current ones: first the previous ones, then those before them, each feed once in every part. */
export function versionsBefore(rows: readonly FeedRow[]): readonly (readonly FeedRow[])[] {
  const feeds = feedsWithHistory(rows)
  const depth = Math.max(0, ...feeds.map(({ before }) => before.length))
  return Array.from({ length: depth }, (_, rank) =>
    feeds.flatMap(({ row, before }) => before.slice(rank, rank + 1).map((version) => asFeed(row, version))),
  )
}

function feedsWithHistory(
  rows: readonly FeedRow[],
): readonly { readonly row: FeedRow; readonly before: readonly FeedVersion[] }[] {
  let held = 0
  return rows
    .filter(({ override }) => !override)
    .map((row) => ({ row, before: row.versions.filter(({ id }) => id !== activeVersion(row).id) }))
    .map((one) => ({ ...one, records: one.before.reduce((sum, { records }) => sum + records, 0) }))
    .toSorted((one, other) => one.records - other.records)
    .filter(({ records }) => {
      held += records
      return held <= MOST_RECORDS
    })
}

const asFeed = (row: FeedRow, version: FeedVersion): FeedRow => ({
  ...row,
  pinned: null,
  versions: [version],
  active: version,
})
