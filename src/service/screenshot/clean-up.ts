import { fieldNamed } from '../../field/index.ts'
import { readQuery } from '../../query/index.ts'
import type { Store } from '../../store/index.ts'
import type { Screenshots } from './screenshots.ts'

const DAY = 24 * 3_600_000
/** An import keeps a screenshot before its record can be found. */
const GRACE = DAY

/** Removes the screenshots of a day ago and older to which no record refers; returns how many. */
export async function cleanUpScreenshots(
  store: Pick<Store, 'scan'>,
  screenshots: Pick<Screenshots, 'keptBefore' | 'remove'>,
  now: number,
): Promise<number> {
  const old = await screenshots.keptBefore(now - GRACE)
  if (old.length === 0) return 0
  const wanted = await referredTo(store, now)
  let removed = 0
  for (const sha256 of old)
    if (!wanted.has(sha256) && (await screenshots.remove(sha256, now - GRACE))) removed++
  return removed
}

/** Cleans up when it is called, but at most once a day. */
export function dailyCleanUp(
  store: Pick<Store, 'scan'>,
  screenshots: Pick<Screenshots, 'keptBefore' | 'remove'>,
): (now: number) => Promise<void> {
  let next = 0
  return async (now) => {
    if (now < next) return
    next = now + DAY
    await cleanUpScreenshots(store, screenshots, now)
  }
}

/** The screenshots of all records. */
async function referredTo(store: Pick<Store, 'scan'>, now: number): Promise<ReadonlySet<string>> {
  const query = readQuery('screenshot*="*"')
  const wanted = new Set<string>()
  for await (const { rows } of store.scan({
    query,
    since: undefined,
    now,
    fields: [fieldNamed('screenshot')],
  }))
    for (const [sha256 = ''] of rows) wanted.add(sha256)
  return wanted
}
