import { useOverview } from '../../lib/overview.ts'
import { EmptyStore } from './EmptyStore.tsx'
import { Examples } from './Examples.tsx'
import type { Choose } from './SavedSearches.tsx'

/** What to begin with: queries where there are records, else the way to the first ones. */
export function Beginning({ choose }: { readonly choose: Choose }) {
  return useOverview().data?.total === 0 ? <EmptyStore /> : <Examples choose={choose} />
}
