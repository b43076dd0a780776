// Removing records for good.
import { countOf, deleteOf, sql } from '../sql/index.ts'
import type { Engine } from './engine/index.ts'
import type { Selection } from './store.ts'

const UNLIMITED = { maxExecutionSeconds: 0, settings: { lightweight_deletes_sync: 2 } } as const

/**
 * Removes every match and says how many there were. Must run while nothing is written. When it is cut in half, some matches are
 * gone and others are not; repeating it removes the rest. `onCounted` gets their number before any is removed.
 */
export async function removeMatches(
  engine: Engine,
  selection: Selection,
  signal: AbortSignal | undefined,
  onCounted: (matches: number) => void = () => {},
): Promise<number> {
  const filter = { ...selection, access: 'text' } as const
  const [[matches = 0] = []] = await engine.query<[number]>(countOf(filter), {
    signal,
    maxExecutionSeconds: 0,
  })
  if (matches === 0) return 0
  onCounted(matches)
  await engine.query(deleteOf(filter), UNLIMITED)
  // What sleeps of a removed record would come back with its next observation.
  await engine.query(sql`DELETE FROM dormant WHERE id NOT IN (SELECT id FROM records)`, UNLIMITED)
  return matches
}
