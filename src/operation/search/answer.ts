// What the answers of searches hold.
import { Type } from 'typebox'
import type { SearchSummary } from '../../service/search/index.ts'
import type { Call } from '../operation.ts'
import { count } from '../../schema/index.ts'

/** Records per page at most, and unless said otherwise. */
export const PAGE = { most: 10_000, standard: 100 } as const

/** Whether a query is plain words. */
export const mode = Type.Enum(['normal', 'extended'], {
  description: '`normal` for a query of plain words, `extended` for one with field conditions.',
})

/** The members of a search answer besides its rows. */
export const searchHead = {
  consumed_fpoint: count('Coins this call cost.'),
  required_fpoints: count('Coins a call costs that returns records.'),
  size: count('Number of results returned; for accounts of dialect live, the number of matches.'),
  total: count('Number of all matches.'),
  tip: Type.String({ description: 'Always empty.' }),
  page: Type.Integer({ minimum: 1, description: 'Number of this page.' }),
  mode,
  query: Type.String({ description: 'The query text as it was received.' }),
}

/** The rows of a search answer. */
export const searchRows = Type.Array(Type.Union([Type.Array(Type.String()), Type.String()]), {
  description:
    'One entry per record: its values as texts, in the order of `fields`. For accounts of dialect live that ask for exactly one field, the value itself.',
})

/** The head of what a search found, which is counted for the account. */
export function headOf(call: Call, query: string, page: number, found: SearchSummary) {
  call.spend(found.rows, found.consumed)
  call.timed(found.pageTime)
  return {
    consumed_fpoint: found.consumed,
    required_fpoints: found.required,
    size: found.rows,
    total: found.total,
    tip: '',
    page,
    mode: found.mode,
    query,
  }
}

/** What calls that cost nothing say of it. */
export const free = { consumed_fpoint: count('Always 0.'), required_fpoints: count('Always 0.') }
/** The same as values. */
export const FREE = { consumed_fpoint: 0, required_fpoints: 0 }
