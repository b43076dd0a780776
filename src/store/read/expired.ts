// Counts the records that retention would remove.
import { type AgeLimits, expiredBy, type Fragment, join, limitsOf, sql } from '../../sql/index.ts'
import type { StoreParts } from '../assemble.ts'

/** Expired records: all, and by limit. */
export interface ExpiredCount {
  readonly records: number
  readonly byLimit: readonly number[]
}

/** The number of records older than the limits allow. */
export function countExpired(
  { engine, view }: StoreParts,
  limits: AgeLimits,
  signal: AbortSignal | undefined,
): Promise<ExpiredCount> {
  const expired = expiredBy(limits)
  const observed = limitsOf(limits)
  if (expired === undefined) return Promise.resolve({ records: 0, byLimit: observed.map(() => 0) })
  const counts: readonly Fragment[] = [sql`count()`, ...observed.map((by) => sql`countIf(${by})`)]
  return view.consistent(async ({ condition }) => {
    const where = join([expired, ...(condition === undefined ? [] : [condition])], ' AND ')
    const statement = sql`SELECT ${join(counts, ', ')} FROM records WHERE ${where}`
    const [row = []] = await engine.query<readonly number[]>(statement, { signal, maxExecutionSeconds: 0 })
    const [records = 0, ...byLimit] = row.map(Number)
    return { records, byLimit }
  }, signal)
}
