import { describe, expect, it } from 'vitest'
import type { FeedRow } from '../feed/index.ts'
import { feedsAt, versionsBefore } from './earlier.ts'

const version = (id: string, since: number, retrievedAt: number, records = 1) => ({
  id,
  since,
  retrievedAt,
  records,
})

function feed(name: string, ...versions: ReturnType<typeof version>[]): FeedRow {
  return { name, override: false, pinned: null, versions, active: versions[0] } as unknown as FeedRow
}

const shown = (rows: readonly FeedRow[]) =>
  rows.map(({ name, active }) => [name, active.id, active.retrievedAt])

describe('versions of an earlier moment', () => {
  const rows = [feed('a', version('new', 20, 30), version('old', 5, 15)), feed('b', version('only', 18, 40))]

  it('are those in use then, even if they were confirmed again later', () => {
    expect(shown(feedsAt(rows, 19))).toEqual([
      ['a', 'old', 15],
      ['b', 'only', 19],
    ])
    expect(shown(feedsAt(rows, 25))).toEqual([
      ['a', 'new', 25],
      ['b', 'only', 25],
    ])
    expect(feedsAt(rows, 4)).toEqual([])
  })
})

describe('versions from before', () => {
  it('form one part per rank, and feeds that are too large have none', () => {
    const large = feed('c', version('new', 9, 9), version('old', 8, 8, 3_000_000))
    const small = feed('a', version('3', 3, 3), version('2', 2, 2), version('1', 1, 1))
    const parts = versionsBefore([large, small, feed('b', version('y', 2, 2), version('x', 1, 1))])
    expect(parts.map(shown)).toEqual([
      [
        ['b', 'x', 1],
        ['a', '2', 2],
      ],
      [['a', '1', 1]],
    ])
  })
})
