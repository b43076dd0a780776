// What the store holds as a whole, for the start page. It asks the same calls as the facets and the line of a search, which cost nothing.
import { useQuery } from '@tanstack/react-query'
import type { FacetsAnswer } from './answer-types.ts'
import { call } from './api.ts'

/** Every record has a port. */
export const EVERY_RECORD = 'port>="0"'

/** The fields whose most frequent values the start page shows; `tag` says whether there are demonstration records. */
const OVERVIEW_FIELDS = ['country', 'product', 'port', 'as_organization', 'tag'] as const

const PAUSE_MS = 4000
/** The fields of the map and the lists ask for enough countries to colour the map. */
const VALUES = 60

/** Milliseconds until the store is asked again: while it is empty or its records become more, as during an import. */
export function refreshAfter(totals: readonly number[]): number | false {
  const [before, now] = totals.slice(-2)
  return now === 0 || before === 0 || (before !== undefined && now !== undefined && now > before)
    ? PAUSE_MS
    : false
}

/** What the store holds, asked again while it fills. */
export function useOverview() {
  return useQuery({
    queryKey: ['overview'],
    queryFn: async ({ client, signal }) => {
      const answer = await call<FacetsAnswer>(
        'POST',
        'facets',
        { query: EVERY_RECORD, full: true, fields: OVERVIEW_FIELDS, size: VALUES },
        signal,
      )
      const earlier = client.getQueryData<Overview>(['overview'])?.totals ?? []
      return { ...answer, totals: [...earlier.slice(-1), answer.total] }
    },
    refetchInterval: ({ state }) => refreshAfter(state.data?.totals ?? []),
    retry: false,
  })
}

/** The answer, and the last two totals. */
export interface Overview extends FacetsAnswer {
  readonly totals: readonly number[]
}

/** Demonstration records among all. */
export function demonstrationOf({ facets }: FacetsAnswer): number {
  const tags = facets.find(({ field }) => field === 'tag')?.values ?? []
  return tags.find(({ value }) => value === 'demo')?.count ?? 0
}
