// Ranges that operators publish of themselves, as they were on one day: enough to know the largest clouds and crawlers before the
// first feed is added. Facts only, dated and attributed; a feed of the operator overrules them.
import { readFileSync } from 'node:fs'

/** The day the ranges are of. */
export const SNAPSHOT_DATE = '2026-08-22'

/** What one operator published. */
interface SnapshotGroup {
  readonly tag: string
  readonly url: string
  readonly ranges: readonly string[]
}

/** The ranges by operator; the file holds a line each: tag, address of the list, ranges. */
export function snapshotGroups(): readonly SnapshotGroup[] {
  return readFileSync(new URL('./snapshot.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [tag = '', url = '', ...ranges] = line.split(' ')
      return { tag, url, ranges }
    })
}
