import { FULL, fieldList, integer, recordCount, QUERY } from '../input/index.ts'
import { checkSize } from '../../service/search/index.ts'
import { operation } from '../operation.ts'
import { headOf, PAGE, searchHead, searchRows } from './answer.ts'

/** One page of the records that match. */
export const searchAll = operation({
  name: 'searchAll',
  cancellable: true,
  group: 'search',
  summary: 'Search records',
  description: 'Returns one page of the records that match a query, newest first.',
  access: 'account',
  scope: 'search',
  cost: 'search',
  limited: true,
  http: 'GET|POST /api/v1/search/all',
  input: {
    query: QUERY,
    page: integer(
      { min: 1, standard: 1 },
      'Number of the page; page × size may not exceed the result window of the account.',
    ),
    size: recordCount(PAGE),
    fields: fieldList(['host']),
    full: FULL,
  },
  output: searchHead,
  rows: searchRows,
  run: async (call, { query, ...asked }) => {
    checkSize(call.caller, asked.size)
    const found = await call.services.searchAll(
      call.caller,
      { ...asked, text: query },
      call.rows,
      call.signal,
    )
    return headOf(call, query, asked.page, found)
  },
})
