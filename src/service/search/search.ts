// The search use case: one page of the newest matches, paid and queued.
import { fieldsOf, type ResolvedQuery } from '../../query/index.ts'
import type { Selection } from '../../store/index.ts'
import { oneYearBefore } from '../../util/index.ts'
import { type Account, windowOf } from '../account/index.ts'
import { checkPermission, checkWindow } from './check.ts'
import { paid } from './paid.ts'
import { type Delivered, deliverPage, holding } from './rows.ts'
import type { RowSink, SearchContext, SearchRequest, SearchSummary, Slot } from './types.ts'

/** Runs one search for one account: checks syntax, permission, result window and coins in this order, and sends the rows to the sink. */
export type SearchAll = (
  account: Account,
  request: SearchRequest,
  sink: RowSink,
  signal?: AbortSignal,
) => Promise<SearchSummary>

/** Creates the search use case over a store. */
export function createSearch(context: SearchContext): SearchAll {
  return async (account, request, sink, signal) => {
    const query = await context.accounts.readAccountQuery(account.id, request.text)
    checkPermission([...request.fields, ...fieldsOf(query)], account.level)
    checkWindow(request.page, request.size, windowOf(context.accounts.settings, account))
    const page = createPage(context, query, request, sink)
    const found = await paid(context, account, signal, (slot) => find(context, page, slot))
    return { mode: query.mode, ...found }
  }
}

type PageDelivered = Delivered & Pick<SearchSummary, 'pageTime'>

/** A page that is delivered once, even if the search is restarted. */
interface Page {
  readonly selection: Selection
  readonly offset: number
  readonly limit: number
  readonly collapse: boolean
  readonly deliver: (slot: Slot) => Promise<PageDelivered>
}

function createPage(
  { store, now: clock }: SearchContext,
  query: ResolvedQuery,
  { full, fields, page, size: limit, collapse = false }: SearchRequest,
  sink: RowSink,
): Page {
  const now = clock()
  const selection = { query, since: full ? undefined : Math.floor(oneYearBefore(now) / 1000), now }
  const offset = (page - 1) * limit
  let delivered: PageDelivered | undefined
  const deliver = async (slot: Slot) => {
    const started = performance.now()
    const held = holding(slot, sink)
    const asked = { ...selection, fields, offset, limit, counting: true, collapse, signal: slot.signal }
    delivered = { ...(await deliverPage(store, asked, held)), pageTime: performance.now() - started }
    slot.hold(false)
    return delivered
  }
  return { selection, offset, limit, collapse, deliver: async (slot) => delivered ?? deliver(slot) }
}

async function find(
  { store }: SearchContext,
  { selection, offset, limit, collapse, deliver }: Page,
  slot: Slot,
): Promise<Pick<SearchSummary, 'rows' | 'total' | 'pageTime'>> {
  const { rows, matches, pageTime } = await deliver(slot)
  // A slow count runs after the page, so that the page arrives sooner; a page that is not full needs none.
  const isLast = !collapse && rows < limit && (rows > 0 || offset === 0)
  // If the search was restarted, the first count may have been stopped.
  const counted = isLast ? undefined : await matches?.catch(() => undefined)
  const total = isLast ? offset + rows : (counted ?? (await store.count(selection, slot.signal)))
  return { rows, total, pageTime }
}
