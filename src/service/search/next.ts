// The use case `search/next`: page after page of one snapshot.
import { fieldsOf, type ResolvedQuery } from '../../query/index.ts'
import type { FollowedPage, FollowRequest, Selection } from '../../store/index.ts'
import { oneYearBefore } from '../../util/index.ts'
import type { Account } from '../account/index.ts'
import { checkPermission } from './check.ts'
import { type Cursor, printCursor, readCursor } from './cursor.ts'
import { paid } from './paid.ts'
import { delivery, holding, inSlices } from './rows.ts'
import type { NextRequest, NextSummary, RowSink, SearchContext } from './types.ts'

/** Returns one page of a snapshot at any depth: the checks, limits and price of a search, without the result window. */
export type SearchNext = (
  account: Account,
  request: NextRequest,
  sink: RowSink,
  signal?: AbortSignal,
) => Promise<NextSummary>

/** Creates `search/next` over a store; `key` signs the cursors. */
export function createSearchNext(context: SearchContext, key: Buffer): SearchNext {
  return async (account, request, sink, signal) => {
    const query = await context.accounts.readAccountQuery(account.id, request.text)
    checkPermission([...request.fields, ...fieldsOf(query)], account.level)
    const scope = { account: account.id, text: request.text, full: request.full }
    const now = context.now()
    const cursor = request.next === '' ? undefined : readCursor(key, scope, request.next, now)
    const found = await paid(context, account, signal, (slot) =>
      readPage(context, query, request, cursor ?? { started: now }, holding(slot, sink), slot.signal),
    )
    const { next: following, ...page } = found
    const next = following === undefined ? '' : printCursor(key, scope, following)
    return { mode: query.mode, ...page, next }
  }
}

/** The start of a page: after a cursor, or at the first record. */
type PageStart = Cursor | { readonly started: number; readonly from?: undefined }

interface ReadPage {
  readonly rows: number
  readonly total: number
  readonly page: number
  readonly pageTime: number
  readonly next: Cursor | undefined
}

async function readPage(
  { store }: SearchContext,
  query: ResolvedQuery,
  { full, fields, size }: NextRequest,
  start: PageStart,
  sink: RowSink,
  signal: AbortSignal,
): Promise<ReadPage> {
  const { started } = start
  const since = full ? undefined : Math.floor(oneYearBefore(started) / 1000)
  const selection: Selection = { query, since, now: started }
  const distinct = [...new Set(fields)]
  const deliver = delivery(fields, distinct, sink)
  const readStart = performance.now()
  let last: FollowedPage | undefined
  const first = start.from === undefined ? {} : { from: start.from, snapshot: start.snapshot }
  const ask = async (limit: number): Promise<readonly (readonly string[])[]> => {
    const position = last?.end === undefined ? first : { from: last.end, snapshot: last.snapshot }
    const request: FollowRequest = {
      ...selection,
      fields: distinct,
      limit,
      ...position,
      signal,
    }
    last = await store.follow(request)
    await deliver(last.rows, signal)
    return last.rows
  }
  const rows = await inSlices(distinct, size, ask)
  const pageTime = performance.now() - readStart
  const more = last?.more === true
  const total = await totalOf(start, rows, more, () => store.count(selection, signal))
  const page = start.from === undefined ? 1 : start.page
  return { rows, total, page, pageTime, next: nextOf(started, total, page, rows > 0 ? last : undefined) }
}

/** The number of matches of the snapshot: counted with the first page, and stored in the cursor. */
async function totalOf(
  start: PageStart,
  rows: number,
  more: boolean,
  count: () => Promise<number>,
): Promise<number> {
  if (start.from !== undefined) return start.total
  return more ? count() : rows
}

// Programs interpret an empty cursor after a full last page as a restart, so only an empty page has none.
function nextOf(
  started: number,
  total: number,
  page: number,
  last: FollowedPage | undefined,
): Cursor | undefined {
  if (last?.end === undefined) return undefined
  return { started, snapshot: last.snapshot, total, page: page + 1, from: last.end }
}
