// Counting the values of many fields in one pass over the matches: one grouping set per field, the most frequent of each picked from
// the groups. Lists are grouped as they are and taken apart afterwards, because there are few different ones.
import { type Field, LONGEST_LISTED } from '../field/index.ts'
import { printTime } from '../util/index.ts'
import { column, type Fragment, join, sql, text } from './fragment.ts'
import { printed } from './printed.ts'
import { conditions, type Filter } from './select.ts'

/** A field whose values are counted; with `within`, anew for every value of that field. */
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
  const lists = dimensions.flatMap(({ field }, index) => (field.many ? [constant(index)] : []))
  const short = (value: string): Fragment => raw(`length(${value}) <= ${LONGEST_LISTED}`)
  const distinct = sql`countIf(v != '')`
  const top = sql`groupArraySortedIf(${most})((-toInt64(c), v), v != '' AND ${short('v')})`
  const outer = (counted: Fragment, picked: Fragment): Fragment =>
    sql`SELECT dimension, inside, sum(c), ${counted}, ${picked} FROM (${groupsOf(filter, dimensions)}) GROUP BY dimension, inside`
  if (lists.length === 0) return outer(distinct, top)
  const isList = sql`dimension IN (${join(lists, ', ')})`
  const counts = sql`sumMapIf(list, arrayMap(x -> c, list), ${isList})`
  const pairs = sql`arrayFilter(pair -> ${short('pair.2')}, arrayMap((v, n) -> (-toInt64(n), v), m.1, m.2))`
  return outer(
    sql`if(${isList}, length((${counts} AS m).1), ${distinct})`,
    sql`if(${isList}, arraySlice(arraySort(${pairs}), 1, ${most}), ${top})`,
  )
}

/** One row per dimension and different value: the value as text, or as list. */
function groupsOf(filter: Filter, dimensions: readonly Dimension[]): Fragment {
  const keys = dimensions.map((dimension, index) => keysOf(dimension, index, filter.now))
  const selected = keys.flatMap(({ own, within }) => [named(own), ...(within ? [named(within)] : [])])
  const sets = keys.map(({ own, within }) => raw(within ? `(${within.name}, ${own.name})` : `(${own.name})`))
  const rest = sql`SELECT ${join(selected, ', ')} FROM records WHERE ${join(conditions(filter), ' AND ')}`
  const choose = (what: (key: Keys) => Fragment | undefined, otherwise: Fragment): Fragment => {
    const cases = keys.flatMap((key) => {
      const value = what(key)
      return value === undefined ? [] : [sql`grouping(${raw(key.own.name)}) = 0, ${value}`]
    })
    return cases.length === 0 ? otherwise : sql`multiIf(${join(cases, ', ')}, ${otherwise})`
  }
  const dimension = choose(({ index }) => constant(index), constant(keys.length))
  const inside = choose(({ within }) => within?.printed, sql`''`)
  const value = choose(({ own, isList }) => (isList ? undefined : own.printed), sql`''`)
  const list = choose(({ own, isList }) => (isList ? own.printed : undefined), sql`[]::Array(String)`)
  return sql`SELECT ${dimension} AS dimension, ${inside} AS inside, ${value} AS v, ${list} AS list, count() AS c
    FROM (${rest}) GROUP BY GROUPING SETS (${join(sets, ', ')})`
}

/** A column of the inner statement: what is grouped by, under its name, and its text made from that name. */
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
  return { index, isList: field.many, own, within: within && keyOf(within, `k${index}_within`, now) }
}

/** Numbers, times and yes/no values are grouped as they are stored, and printed once per group. */
function keyOf(field: Field, name: string, now: number): Key {
  const value = column(field.column)
  const key = raw(name)
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

/** Text of this file, never of a caller. */
function raw(value: string): Fragment {
  return { parts: [value] }
}
