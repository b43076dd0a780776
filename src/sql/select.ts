// The statements that read: a count, and rows in the order of results.
import type { Column } from '../asset/index.ts'
import type { ResolvedNode, ResolvedQuery } from '../query/index.ts'
import { compileNode } from './condition.ts'
import { countTerms } from './count.ts'
import { column, type Fragment, join, parameter, sql, text } from './fragment.ts'
import { type Access, BY_INDEX, type Probe } from './needle.ts'
import { partsOf } from './part.ts'

const LAST_SECOND = 4_294_967_295

/** Which records: the query, the last-seen limit, and what the store adds. */
export interface Filter {
  readonly query: ResolvedQuery
  readonly since: number | undefined
  /** Only those last seen before (seconds). */
  readonly before?: number
  readonly now: number
  /** Only rows of this write or an earlier one. */
  readonly snapshot?: string
  /** Conditions of the store itself, such as hiding rows that a running write replaces. */
  readonly visible?: Fragment
  /** How to search texts; by their indexes by default. */
  readonly access?: Access
}

/** A sort key in the order of results. */
interface Key {
  readonly lastupdatetime: number
  readonly host: string
  readonly base_protocol: string
}

/** The conditions of a filter, or of another tree with the other conditions of the filter; never empty. */
export function conditions(
  { query, since, before, now, snapshot, visible, access }: Filter,
  root = query.root,
): Fragment[] {
  const considered: Fragment[] = []
  if (since !== undefined) considered.push(seenFrom(since))
  if (visible !== undefined) considered.push(visible)
  const all = [...considered]
  if (before !== undefined) all.push(sql`NOT ${seenFrom(before)}`)
  if (snapshot !== undefined) all.push(sql`write_id <= ${parameter('UInt64', snapshot)}`)
  all.push(compileNode(root, now, access, considered.length === 0 ? sql`1` : join(considered, ' AND ')))
  return all
}

/** Last seen at or after a time (seconds). */
function seenFrom(time: number): Fragment {
  if (time > LAST_SECOND) return sql`0`
  return sql`(recency <= ${parameter('UInt32', String(LAST_SECOND - Math.max(0, Math.ceil(time))))})`
}

/** Counts the matches in one or more terms whose sum is the count. */
export function countOf(filter: Filter): Fragment {
  const counts = countTerms(filter.query.root).flatMap(({ sign, node }) =>
    partsOf(node, filter.access ?? BY_INDEX).map((part) => {
      const where = join(conditions(filter, part), ' AND ')
      return sql`SELECT ${sign === 1 ? sql`` : sql`-`}toInt64(count()) AS part FROM records WHERE ${where}`
    }),
  )
  const [only, ...more] = counts
  return only !== undefined && more.length === 0
    ? only
    : sql`SELECT sum(part) FROM (${join(counts, ' UNION ALL ')})`
}

/** Counts the matches and returns the seconds in which the newest were last seen; only when a single count is enough. */
export function countAndNewestOf(filter: Filter, limit: number): Fragment | undefined {
  const [only, ...more] = countTerms(filter.query.root)
  if (only === undefined || more.length > 0 || partsOf(only.node, filter.access ?? BY_INDEX).length > 1)
    return undefined
  const newest: Fragment = { parts: [`groupArraySorted(${Math.floor(limit)})(recency)`] }
  const seconds = sql`arrayMap(one -> ${parameter('UInt32', String(LAST_SECOND))} - one, arrayDistinct(${newest}))`
  return sql`SELECT count(), ${seconds} FROM records WHERE ${join(conditions(filter, only.node), ' AND ')}`
}

/** The condition that is true for exactly the matches. */
export function matchesOf(filter: Filter): Fragment {
  return sql`(${join(conditions(filter), ' AND ')})`
}

/** All records after a sort key. */
function after(key: Key): Fragment {
  const recency = recencyOf(key)
  // The first half finds the position by the table's sort key, the second is exact.
  return sql`(recency >= ${recency} AND (recency, host, base_protocol) > (${keyOf(key)}))`
}

/** All records up to and including a sort key. */
function upTo(key: Key): Fragment {
  const recency = recencyOf(key)
  return sql`(recency <= ${recency} AND (recency, host, base_protocol) <= (${keyOf(key)}))`
}

function seenIn(seconds: readonly number[]): Fragment {
  const list = seconds.map((second) => LAST_SECOND - second).join(',')
  return sql`recency IN ${parameter('Array(UInt32)', `[${list}]`)}`
}

function recencyOf({ lastupdatetime }: Key): Fragment {
  return parameter('UInt32', String(LAST_SECOND - lastupdatetime))
}

/** Which of the matches to return, in the order of results. */
export interface Range {
  readonly offset?: number
  readonly limit?: number
  readonly after?: Key
  readonly upTo?: Key
  /** Only those last seen in one of these seconds. */
  readonly among?: readonly number[]
  /** Only the newest of the records with the same title and nearly the same body. */
  readonly collapse?: boolean
}

/** The columns of matches in the order of results: newest first, then host, then base_protocol. */
export function pageOf(filter: Filter, columns: readonly Column[], range: Range): Fragment {
  const parts =
    range.limit === undefined || range.collapse === true
      ? []
      : partsOf(filter.query.root, filter.access ?? BY_INDEX)
  if (parts.length <= 1) return rowsOf(filter, filter.query.root, columns.map(column), range)
  const { offset = 0, limit = 0 } = range
  const names = [...new Set<Column>([...columns, 'host', 'base_protocol'])]
  const selected = [...names.map(column), sql`recency`]
  const each = parts.map((part) =>
    rowsOf(filter, part, selected, { ...range, offset: 0, limit: offset + limit }),
  )
  return sql`SELECT ${join(columns.map(column), ', ')} FROM (${join(each, ' UNION ALL ')})${inOrder(range)}`
}

function rowsOf(filter: Filter, root: ResolvedNode, selected: readonly Fragment[], range: Range): Fragment {
  const bounds = [
    range.after && after(range.after),
    range.upTo && upTo(range.upTo),
    range.among && seenIn(range.among),
  ]
  const where = [...bounds.filter((bound) => bound !== undefined), ...conditions(filter, root)]
  return sql`SELECT ${join(selected, ', ')} FROM records WHERE ${join(where, ' AND ')}${inOrder(range)}`
}

// The fuzzy hash of a body without words is empty, and so is that of records that were not derived again yet.
const LIKENESS = sql`if(body_fuzzy_hash = '', body_hash, body_fuzzy_hash)`
// A record without a body is like no other.
const ONE_OF_A_KIND = sql` LIMIT 1 BY title, ${LIKENESS}, if(${LIKENESS} = '', host, ''), if(${LIKENESS} = '', base_protocol, '')`

/** Newest first, limited. */
function inOrder({ offset = 0, limit, collapse }: Range): Fragment {
  const order = sql` ORDER BY recency, host, base_protocol${collapse === true ? ONE_OF_A_KIND : sql``}`
  if (limit === undefined) return order
  return sql`${order} LIMIT ${parameter('UInt64', String(limit))} OFFSET ${parameter('UInt64', String(offset))}`
}

/**
 * Matches that writes after a snapshot moved, in the order of their earlier sort keys: their columns, and recency, host and
 * base_protocol of that earlier key. Records added after the snapshot have no earlier key.
 */
export function movedOf(
  filter: Filter,
  columns: readonly Column[],
  range: Range,
  snapshot: string,
): Fragment {
  const since = parameter('UInt64', snapshot)
  const earlier = sql`arrayFirst(move -> move.1 > ${since}, moved) AS earlier`
  const earlierKey = sql`earlier.2, earlier.3, earlier.4`
  const where = [sql`earlier.1 > ${since} AND earlier.3 != ''`, ...conditions(filter)]
  if (range.after) where.push(sql`(${earlierKey}) > (${keyOf(range.after)})`)
  if (range.upTo) where.push(sql`(${earlierKey}) <= (${keyOf(range.upTo)})`)
  const limit = parameter('UInt64', String(range.limit ?? 0))
  return sql`SELECT ${join(columns.map(column), ', ')}, (${earlier}).2, earlier.3, earlier.4 FROM records
    PREWHERE write_id > ${since} WHERE ${join(where, ' AND ')} ORDER BY ${earlierKey} LIMIT ${limit}`
}

function keyOf(key: Key): Fragment {
  return sql`${recencyOf(key)}, ${text(key.host)}, ${text(key.base_protocol)}`
}

/** The sort key `records` records after another one, or after the newest. */
export function positionAfter(start: Key | undefined, records: number): Fragment {
  const where = start === undefined ? sql`` : sql` WHERE ${after(start)}`
  const offset = parameter('UInt64', String(records))
  return sql`SELECT lastupdatetime, host, base_protocol FROM records${where} ORDER BY recency, host, base_protocol LIMIT 1 OFFSET ${offset}`
}

/** Counts the matches by spans of `seconds` seconds in which they were last seen, oldest first: `[number of the span, count]`. */
export function timesOf(filter: Filter, seconds: number): Fragment {
  const where = join(conditions(filter), ' AND ')
  const span = parameter('UInt32', String(seconds))
  return sql`SELECT intDiv(lastupdatetime, ${span}) AS span, count() FROM records WHERE ${where} GROUP BY span ORDER BY span`
}

/** Counts the candidates of a probe. */
export function probeOf(probe: Probe): Fragment {
  return sql`SELECT count() FROM records WHERE ${probe.narrow}`
}
