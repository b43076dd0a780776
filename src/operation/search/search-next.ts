import { Type } from 'typebox'
import { FULL, fieldList, optionalText, recordCount, QUERY } from '../input/index.ts'
import { checkSize } from '../../service/search/index.ts'
import { operation } from '../operation.ts'
import { count } from '../../schema/index.ts'
import { headOf, PAGE, searchHead, searchRows } from './answer.ts'

/** All matches page by page, by cursor. */
export const searchNext = operation({
  name: 'searchNext',
  cancellable: true,
  group: 'search',
  summary: 'Read all matches page by page',
  description:
    'Like `search/all`, to any depth: each page names the next one. Records keep the place they had when the first page was read, so ' +
    'none that is there throughout comes twice or is left out while others are added and replaced. A reading may take up to 24 hours.',
  access: 'account',
  scope: 'search',
  cost: 'search',
  limited: true,
  http: 'GET|POST /api/v1/search/next',
  input: {
    query: QUERY,
    size: recordCount(PAGE),
    fields: fieldList(['host']),
    full: FULL,
    next: optionalText(
      'The `next` of the page before, with the same query and `full`; absent for the first page.',
    ),
  },
  output: {
    ...searchHead,
    total: count('Number of all matches when the first page was read.'),
    next: Type.String({
      description:
        'What the next page is asked for with: another text on every page, and empty beside an empty page alone.',
    }),
  },
  rows: searchRows,
  run: async (call, { query, next = '', ...asked }) => {
    checkSize(call.caller, asked.size)
    const request = { ...asked, text: query, next }
    const found = await call.services.searchNext(call.caller, request, call.rows, call.signal)
    return { ...headOf(call, query, found.page, found), next: found.next }
  },
})
