import type { ResolvedQuery } from '../../query/index.ts'
import type { Selection } from '../../store/index.ts'
import { oneYearBefore } from '../../util/index.ts'
import { checkPermission, checkWindow, fieldsOf } from './check.ts'
import { deliverPage } from './rows.ts'
import type { Reservation, RowSink, SearchContext, Searcher, SearchRequest, SearchSummary } from './types.ts'

/** One search for one searcher: the checks of decision 7 from syntax on, the price, and the rows to the sink. */
export type SearchAll = (
  searcher: Searcher,
  request: SearchRequest,
  sink: RowSink,
  signal?: AbortSignal,
) => Promise<SearchSummary>

const FREE: Reservation = { settle: async () => {}, release: async () => {} }

/** The search use case over a store and its surroundings. */
export function createSearch(context: SearchContext): SearchAll {
  return async (searcher, request, sink, signal) => {
    const query = context.readQuery(request.text)
    checkPermission([...request.fields, ...fieldsOf(query.root)], searcher.level)
    const { price, resultWindow } = context.policyOf(searcher.level)
    checkWindow(request.page, request.size, resultWindow)
    return context.gate.run(async () => {
      const reservation = price === 0 ? FREE : await context.reserve(searcher, price)
      const found = await find(context, query, request, sink, signal).catch((error) =>
        giveBack(reservation, error),
      )
      const charged = found.rows > 0
      await (charged ? reservation.settle() : reservation.release())
      return { mode: query.mode, ...found, consumed: charged ? price : 0, required: price }
    }, signal)
  }
}

async function giveBack(reservation: Reservation, failure: unknown): Promise<never> {
  await reservation.release().catch((second: unknown) => {
    throw new AggregateError([failure, second], 'a search failed and its coins could not be released')
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
  let pageTime = 0
  const [rows, total] = await together(signal, (both) => [
    deliverPage(
      context.store,
      { ...selection, fields: request.fields, offset, limit: request.size, signal: both },
      sink,
    ).finally(() => {
      pageTime = performance.now() - started
    }),
    context.store.count(selection, both),
  ])
  return { rows, total, pageTime }
}

/** Runs two pieces of work under one signal; when one fails the other is stopped. */
async function together<A, B>(
  signal: AbortSignal | undefined,
  start: (both: AbortSignal) => readonly [Promise<A>, Promise<B>],
): Promise<[A, B]> {
  const stop = new AbortController()
  try {
    return await Promise.all(start(AbortSignal.any([stop.signal, ...(signal ? [signal] : [])])))
  } finally {
    stop.abort()
  }
}
