// Which values of some records other records have as well: one union branch per field, so that each column is read once, and of a
// rare value only what its index leaves.
import type { Column } from '../asset/index.ts'
import type { Field } from '../field/index.ts'
import { column, type Fragment, join, parameter, sql, text, textSet } from './fragment.ts'
import { printed } from './printed.ts'

/** Values of one field. */
export interface FieldValues {
  readonly field: Field
  readonly values: readonly string[]
}

/**
 * Counts per value: `[number of the field, value, records, hosts, at most `most` of them]`; values that no record has are absent. With
 * a bound, at most one record more than that is read of each field.
 */
export function sharingOf(
  where: Fragment,
  wanted: readonly FieldValues[],
  most: number,
  bound?: number,
): Fragment {
  const limit: Fragment = { parts: [String(Math.max(1, Math.floor(most)))] }
  const end = bound === undefined ? sql`` : sql` LIMIT ${parameter('UInt64', String(bound + 1))}`
  const counted = wanted.map((one, index) => {
    const hosts = sql`uniqExact(reached), groupUniqArray(${limit})(reached)`
    return sql`SELECT ${indexOf(index)} AS f, v, count(), ${hosts} FROM (${rowsOf(where, one)}${end}) GROUP BY v`
  })
  return join(counted, ' UNION ALL ')
}

/** Columns with an index of their values, which leaves few records for a rare one. */
export const VALUE_INDEXED = [
  'title',
  'cert_key_sha256',
  'ssh_fingerprint',
  'body_hash',
  'header_hash',
  'banner_hash',
  'hassh',
  'fid',
  'js_md5',
  'screenshot_hash',
  'cname_domain',
] as const satisfies readonly Column[]

/** Columns whose lower-case values have the index of look-ups. */
const LOOKED_UP: readonly Column[] = ['icon_hash', 'icon_md5', 'cert_sha256', 'cert_sn', 'jarm']

function rowsOf(where: Fragment, { field, values }: FieldValues): Fragment {
  const own = column(field.column)
  if (!field.many) {
    // Not as one list: the indexes need the values when the statement is planned.
    const among = oneOf(printed(field), values.map(text))
    const lower = values.map((value) => sql`lowerUTF8(${text(value)})`)
    const narrow = LOOKED_UP.includes(field.column)
      ? sql`${oneOf(sql`lowerUTF8(${own})`, lower)} AND `
      : sql``
    return sql`SELECT reached, ${printed(field)} AS v FROM records WHERE ${narrow}${among} AND ${where}`
  }
  const any = join(
    values.map((value) => sql`has(${own}, ${text(value)})`),
    ' OR ',
  )
  const each = sql`arrayJoin(arrayDistinct(${own}::Array(String)))`
  return sql`SELECT reached, v FROM (SELECT reached, ${each} AS v FROM records WHERE (${any}) AND ${where}) WHERE v IN ${textSet(values)}`
}

function oneOf(value: Fragment, values: readonly Fragment[]): Fragment {
  return sql`${value} IN (${join(values, ', ')})`
}

function indexOf(index: number): Fragment {
  return parameter('UInt8', String(index))
}
