import { fieldsOf, type ResolvedQuery, readQuery } from '../../query/index.ts'
import type { Selection } from '../../store/index.ts'
import { oneYearBefore } from '../../util/index.ts'
import type { Account, HeldCoins } from '../account/index.ts'
import { checkPermission, checkWindow } from './check.ts'
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
    const { price, resultWindow } = context.accounts.settings
    checkWindow(request.page, request.size, resultWindow[account.level])
    return context.gate.run(
      account.id,
      async () => {
        const coins = await context.accounts.reserveSearch(account)
        const found = await find(context, query, request, sink, signal).catch((error) =>
          giveBack(coins, error),
        )
        const consumed = found.rows > 0 ? await coins.settle() : await coins.release().then(() => 0)
        return { mode: query.mode, ...found, consumed, required: price[account.level] }
      },
      signal,
    )
  }
}

async function giveBack(coins: HeldCoins, failure: unknown): Promise<never> {
  await coins.release().catch((second: unknown) => {
    throw new AggregateError([failure, second], 'a search failed and its coins could not be given back')
  })
  throw failure
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
