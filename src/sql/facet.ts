// Counts the values of many fields in one statement: one grouping set per field over one read of the matches; the most frequent
// values are taken from the groups. Fields with lists have a separate read: they are grouped by whole lists, because there are few
// different ones, and split afterwards, which spares all other groups the split.
import { type Field, LONGEST_LISTED } from '../field/index.ts'
import { printTime } from '../util/index.ts'
import { column, type Fragment, join, sql, text } from './fragment.ts'
import { printed } from './printed.ts'
import { conditions, type Filter } from './select.ts'

/** A field whose values are counted; with `within`, separately for every value of that field. */
export interface Dimension {
  readonly field: Field
  readonly within?: Field
}

/**
 * One row per dimension and value of its `within`: number of the dimension, that value, matches, different values, and
 * `[-count, value]` of the most frequent values.
 */
export function facetsOf(filter: Filter, dimensions: readonly Dimension[], size: number): Fragment {
  const most = constant(Math.max(1, size))
  const keys = dimensions.map((dimension, index) => keysOf(dimension, index, filter.now))
  const values = keys.filter(({ isList }) => !isList)
  const lists = keys.filter(({ isList }) => isList)
  const groups = [
    ...(values.length > 0 ? [groupsOf(filter, values)] : []),
    ...(lists.length > 0 ? [takenApart(groupsOf(filter, lists))] : []),
  ]
  const top = sql`groupArraySortedIf(${most})((-toInt64(c), v), v != '' AND length(v) <= ${constant(LONGEST_LISTED)})`
  return sql`SELECT dimension, inside, sum(c), countIf(v != ''), ${top} FROM (${join(groups, ' UNION ALL ')}) GROUP BY dimension, inside`
}

/** One row per dimension and different value, or list of values. */
function groupsOf(filter: Filter, keys: readonly Keys[]): Fragment {
  const selected = keys.flatMap(({ own, within }) => [named(own), ...(within ? [named(within)] : [])])
  const sets = keys.map(({ own, within }) => raw(within ? `(${within.name}, ${own.name})` : `(${own.name})`))
  const rest = sql`SELECT ${join(selected, ', ')} FROM records WHERE ${join(conditions(filter), ' AND ')}`
  const choose = (what: (key: Keys) => Fragment): Fragment => {
    const cases = keys.map((key) => sql`grouping(${raw(key.own.name)}) = 0, ${what(key)}`)
    const [otherwise] = keys.slice(-1).map(what)
    return sql`multiIf(${join(cases, ', ')}, ${otherwise ?? sql`''`})`
  }
  const dimension = choose(({ index }) => constant(index))
  const inside = choose(({ within }) => within?.printed ?? sql`''`)
  const value = choose(({ own }) => own.printed)
  return sql`SELECT ${dimension} AS dimension, ${inside} AS inside, ${value} AS v, count() AS c
    FROM (${rest}) GROUP BY GROUPING SETS (${join(sets, ', ')})`
}

/** Splits groups of lists into single values, each counted for all records of the group. */
function takenApart(groups: Fragment): Fragment {
  return sql`SELECT dimension, inside, arrayJoin(v) AS v, sum(c) AS c FROM (${groups}) GROUP BY dimension, inside, v`
}

/** A column of the inner statement: the expression to group by, with its name, and its text derived from that name. */
interface Key {
  readonly name: string
  readonly grouped: Fragment
  readonly printed: Fragment
}

interface Keys {
  readonly index: number
  readonly isList: boolean
  readonly own: Key
  readonly within: Key | undefined
}

function keysOf({ field, within }: Dimension, index: number, now: number): Keys {
  const own = keyOf(field, `k${index}`, now)
  return {
    index,
    isList: field.many && !field.fromLists,
    own,
    within: within && keyOf(within, `k${index}_within`, now),
  }
}

/** Numbers, times and yes/no values are grouped as stored, and printed once per group. */
function keyOf(field: Field, name: string, now: number): Key {
  const value = column(field.column)
  const key = raw(name)
  if (field.fromLists) return { name, grouped: printed(field), printed: key }
  if (field.many) {
    const known = sql`arrayFilter(x -> x != '', ${key}::Array(String))`
    return { name, grouped: value, printed: sql`arrayDistinct(${known})` }
  }
  if (field.kind === 'time') return { name, grouped: yearOf(field), printed: sql`toString(${key})` }
  if (field.kind === 'boolean') {
    const answer = sql`multiIf(isNull(${key}), '', ${key}, 'true', 'false')`
    return { name, grouped: yesNo(field, now), printed: answer }
  }
  if (field.column === 'port' || field.column === 'as_number' || field.column === 'status_code')
    return { name, grouped: value, printed: sql`ifNull(toString(${key}), '')` }
  return { name, grouped: printed(field), printed: sql`toString(${key})` }
}

function yearOf(field: Field): Fragment {
  const value = column(field.column)
  return field.column.startsWith('cert_')
    ? sql`substring(${value}, 1, 4)`
    : sql`toYear(toDateTime(${value}, 'UTC'))`
}

function yesNo(field: Field, now: number): Fragment {
  const value = column(field.column)
  return field.name === 'cert.is_expired'
    ? sql`if(${value} = '', NULL, ${value} < ${text(printTime(now))})`
    : value
}

function named({ grouped, name }: Key): Fragment {
  return sql`${grouped} AS ${raw(name)}`
}

function constant(value: number): Fragment {
  return raw(String(value))
}

/** Text of this file, never from a caller. */
function raw(value: string): Fragment {
  return { parts: [value] }
}
