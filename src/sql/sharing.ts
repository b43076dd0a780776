// Which values of some records other records have as well: one union branch per field, so that each column is read once.
import type { Field } from '../field/index.ts'
import { column, type Fragment, join, parameter, sql, text, textSet } from './fragment.ts'
import { printed } from './printed.ts'

/** Values of one field. */
export interface FieldValues {
  readonly field: Field
  readonly values: readonly string[]
}

/** Counts per value: `[number of the field, value, records, hosts, at most `most` of them]`; values that no record has are absent. */
export function sharingOf(where: Fragment, wanted: readonly FieldValues[], most: number): Fragment {
  const limit: Fragment = { parts: [String(Math.max(1, Math.floor(most)))] }
  const counted = wanted.map((one, index) => {
    const hosts = sql`uniqExact(reached), groupUniqArray(${limit})(reached)`
    return sql`SELECT ${indexOf(index)} AS f, v, count(), ${hosts} FROM (${rowsOf(where, one)}) GROUP BY v`
  })
  return join(counted, ' UNION ALL ')
}

function rowsOf(where: Fragment, { field, values }: FieldValues): Fragment {
  const among = textSet(values)
  if (!field.many)
    return sql`SELECT reached, ${printed(field)} AS v FROM records WHERE ${printed(field)} IN ${among} AND ${where}`
  const own = column(field.column)
  const any = join(
    values.map((value) => sql`has(${own}, ${text(value)})`),
    ' OR ',
  )
  const each = sql`arrayJoin(arrayDistinct(${own}::Array(String)))`
  return sql`SELECT reached, v FROM (SELECT reached, ${each} AS v FROM records WHERE (${any}) AND ${where}) WHERE v IN ${among}`
}

function indexOf(index: number): Fragment {
  return parameter('UInt8', String(index))
}
