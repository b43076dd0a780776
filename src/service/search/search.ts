import { fieldsOf, type ResolvedQuery, readQuery } from '../../query/index.ts'
import type { Selection } from '../../store/index.ts'
import { oneYearBefore } from '../../util/index.ts'
import type { Account } from '../account/index.ts'
import { checkPermission, checkWindow } from './check.ts'
import { paid } from './paid.ts'
import { deliverPage } from './rows.ts'
import type { RowSink, SearchContext, SearchRequest, SearchSummary } from './types.ts'

/** One search for one account: the checks of decision 7 from syntax on, the price, and the rows to the sink. */
export type SearchAll = (
  account: Account,
  request: SearchRequest,
  sink: RowSink,
  signal?: AbortSignal,
) => Promise<SearchSummary>

/** The search use case over a store and its surroundings. */
export function createSearch(context: SearchContext): SearchAll {
  return async (account, request, sink, signal) => {
    const query = readQuery(request.text)
    checkPermission([...request.fields, ...fieldsOf(query)], account.level)
    const { resultWindow } = context.accounts.settings
    checkWindow(request.page, request.size, resultWindow[account.level])
    const found = await paid(context, account, signal, () => find(context, query, request, sink, signal))
    return { mode: query.mode, ...found }
  }
}

async function find(
  context: SearchContext,
  query: ResolvedQuery,
  request: SearchRequest,
  sink: RowSink,
  signal: AbortSignal | undefined,
): Promise<Pick<SearchSummary, 'rows' | 'total' | 'pageTime'>> {
  const now = context.now()
  const since = request.full ? undefined : Math.floor(oneYearBefore(now) / 1000)
  const selection: Selection = { query, since, now }
  const offset = (request.page - 1) * request.size
  const started = performance.now()
  const page = {
    ...selection,
    fields: request.fields,
    offset,
    limit: request.size,
    ...(signal && { signal }),
  }
  const rows = await deliverPage(context.store, page, sink)
  const pageTime = performance.now() - started
  // One after the other: both would use all cores, the page is there sooner, and a page that is not full needs no count.
  const isLast = rows < request.size && (rows > 0 || offset === 0)
  const total = isLast ? offset + rows : await context.store.count(selection, signal)
  return { rows, total, pageTime }
}
