import type { Field } from '../field/index.ts'
import { column, type Fragment, join, parameter, sql, text } from './fragment.ts'
import { listOfValues } from './list-value.ts'
import { containing } from './pattern.ts'
import { printed } from './printed.ts'

/** A request for values: their prefix, and how many of the newest records to search. */
interface ValuesRequest {
  readonly field: Field
  readonly prefix: string
  readonly limit: number
  readonly records: number | undefined
  readonly visible: Fragment | undefined
}

/** Values that start with a text, ignoring case, and how many records contain each: the most frequent first. */
export function valuesOf({ field, prefix, limit, records, visible }: ValuesRequest): Fragment {
  const newest =
    records === undefined
      ? sql``
      : sql` ORDER BY recency, host, base_protocol LIMIT ${parameter('UInt64', String(records))}`
  const rows = sql`SELECT ${column(field.column)} FROM records WHERE ${visible ?? sql`1`}${newest}`
  const value =
    field.many && !field.fromLists ? sql`arrayJoin(arrayDistinct(${listOfValues(field)}))` : printed(field)
  const begins = text(containing(prefix.toLowerCase()).slice(1))
  return sql`SELECT v, count() AS c FROM (SELECT ${value} AS v FROM (${rows}))
    WHERE v != '' AND lowerUTF8(v) LIKE ${begins} GROUP BY v ORDER BY c DESC, v LIMIT ${parameter('UInt64', String(limit))}`
}

/** The names of the holders of networks; if a network has several, the one that sorts last. */
export function networkNamesOf(numbers: readonly number[]): Fragment {
  const list = join(
    numbers.map((one) => parameter('UInt32', String(one))),
    ', ',
  )
  return sql`SELECT as_number, max(as_organization) FROM records WHERE as_number IN (${list}) GROUP BY as_number`
}
