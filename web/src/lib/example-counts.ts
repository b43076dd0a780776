// How many records each example query of the start page finds.
import { useQuery } from '@tanstack/react-query'
import { fullStandard } from './address.ts'
import type { FacetsAnswer } from './answer-types.ts'
import { call } from './api.ts'
import { EXAMPLES } from './examples.ts'
import { refreshAfter, useOverview } from './overview.ts'

/** Milliseconds for which the counts are not asked again. */
const KEPT_MS = 60_000

/** How many records each example finds, once the store no longer fills. The call costs nothing. */
export function useExampleCounts(): ReadonlyMap<string, number> {
  const overview = useOverview().data
  const isSettled = overview !== undefined && refreshAfter(overview.totals) === false
  const { data } = useQuery({
    queryKey: ['examples', overview?.total],
    // One after the other: they are less urgent than a search of anybody.
    queryFn: async ({ signal }) => {
      const counts = new Map<string, number>()
      for (const query of EXAMPLES) {
        const asked = { query, full: fullStandard(), fields: [], size: 1 }
        counts.set(query, (await call<FacetsAnswer>('POST', 'facets', asked, signal)).total)
      }
      return counts
    },
    enabled: isSettled,
    staleTime: KEPT_MS,
    retry: false,
  })
  return data ?? NO_COUNTS
}

const NO_COUNTS: ReadonlyMap<string, number> = new Map()
