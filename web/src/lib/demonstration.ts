// The demonstration records of a first start.
import { useQuery } from '@tanstack/react-query'
import type { AdminDemonstrationAnswer } from './answer-types.ts'
import { call } from './api.ts'

const WATCH_MS = 2000

/** The query that finds the demonstration records. */
export const DEMONSTRATION_QUERY = 'tag=="demo"'

/** How many demonstration records there are, asked again while they are loaded. Administrators alone may ask. */
export function useDemonstration() {
  return useQuery({
    queryKey: ['demonstration'],
    queryFn: () => call<AdminDemonstrationAnswer>('GET', 'admin/demonstration'),
    refetchInterval: ({ state }) => (state.data?.loading ? WATCH_MS : false),
  })
}

/** Removes them. */
export const removeDemonstration = () => call('DELETE', 'admin/demonstration')
