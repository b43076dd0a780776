// How values of records lead to searches: with a condition added to the search that is shown, or for the value alone.
import { createContext, useContext } from 'react'
import { fullStandard, printAddress, type SearchAddress } from './address.ts'
import { withCondition } from './conditions.ts'

/** What a value of a record can do to the query: a condition to add. */
export type Refine = (condition: string) => void

/** Addresses of searches that a value leads to. */
interface SearchWaysOf {
  /** The search that is shown with a condition added. */
  readonly addressWith: (condition: string) => string
  /** The search for a condition alone. */
  readonly addressOf: (condition: string) => string
}

/** The ways from the search that is shown. */
export function searchWays(asked: SearchAddress): SearchWaysOf {
  return {
    addressWith: (condition) =>
      printAddress({ ...asked, page: 1, query: withCondition(asked.query, condition) }),
    addressOf: (condition) => printAddress({ ...asked, page: 1, query: condition }),
  }
}

const alone = (query: string) => printAddress({ query, page: 1, full: fullStandard(), view: 'cards' })

/** The ways of the values below it; beside a search each value is a search of its own. */
export const SearchWays = createContext<SearchWaysOf>({ addressWith: alone, addressOf: alone })

/** The ways of the values here. */
export function useSearchWays(): SearchWaysOf {
  return useContext(SearchWays)
}
