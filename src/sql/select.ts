// The statements that read: a count, and rows in the one order of results.
import type { Column } from '../asset/index.ts'
import type { ResolvedQuery } from '../query/index.ts'
import { compileNode } from './condition.ts'
import { countTerms } from './count.ts'
import { column, type Fragment, join, parameter, sql, text } from './fragment.ts'

const LAST_SECOND = 4_294_967_295

/** Which records: the query, the last-seen limit, and what the store adds. */
export interface Filter {
  readonly query: ResolvedQuery
  readonly since: number | undefined
  readonly now: number
  /** Conditions of the store itself, such as hiding rows that a running write replaces. */
  readonly visible?: Fragment
}

/** A place in the order of results. */
export interface Key {
  readonly lastupdatetime: number
  readonly host: string
  readonly base_protocol: string
}

function conditions({ query, since, now, visible }: Filter, root = query.root): Fragment[] {
  const all: Fragment[] = []
  if (since !== undefined)
    all.push(sql`recency <= ${parameter('UInt32', String(Math.max(0, LAST_SECOND - Math.ceil(since))))}`)
  if (visible !== undefined) all.push(visible)
  all.push(compileNode(root, now))
  return all
}

/** Counts the matches, in one or more parts whose sum is the count. */
export function countOf(filter: Filter): Fragment {
  const counts = countTerms(filter.query.root).map(({ sign, node }) => {
    const where = join(conditions(filter, node), ' AND ')
    return sql`SELECT ${sign === 1 ? sql`` : sql`-`}toInt64(count()) AS part FROM records WHERE ${where}`
  })
  const [only, ...more] = counts
  return only !== undefined && more.length === 0
    ? only
    : sql`SELECT sum(part) FROM (${join(counts, ' UNION ALL ')})`
}

/** Removes the matches. */
export function deleteOf(filter: Filter): Fragment {
  return sql`DELETE FROM records WHERE ${join(conditions(filter), ' AND ')}`
}

/** Everything after a place in the order of results. */
export function keysAfter(key: Key): Fragment {
  const recency = parameter('UInt32', String(LAST_SECOND - key.lastupdatetime))
  const rest = sql`(host, base_protocol) > (${text(key.host)}, ${text(key.base_protocol)})`
  return sql`(recency >= ${recency} AND (recency > ${recency} OR ${rest}))`
}

/** The columns of one page in the order of results: newest first, then host, then base_protocol. */
export function pageOf(
  filter: Filter,
  columns: readonly Column[],
  range: { readonly offset?: number; readonly limit?: number; readonly after?: Key },
): Fragment {
  const all = conditions(filter)
  if (range.after !== undefined) all.unshift(keysAfter(range.after))
  const limit =
    range.limit === undefined
      ? sql``
      : sql` LIMIT ${parameter('UInt64', String(range.limit))} OFFSET ${parameter('UInt64', String(range.offset ?? 0))}`
  return sql`SELECT ${join(columns.map(column), ', ')} FROM records WHERE ${join(all, ' AND ')} ORDER BY recency, host, base_protocol${limit}`
}
