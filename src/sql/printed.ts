// A field's value as the API prints it, as an SQL text; an unknown value is the empty text.
import type { Field } from '../field/index.ts'
import { column, type Fragment, sql } from './fragment.ts'

/** Number columns that may be unknown. */
const FRACTIONS: ReadonlySet<string> = new Set(['latitude', 'longitude'])

/** The printed text of a field with one value (lists have their own elements). */
export function printed(field: Field): Fragment {
  // Nothing is known without the lists.
  if (field.fromLists) return sql`''`
  const value = column(field.column)
  if (field.kind === 'time' && !field.column.startsWith('cert_'))
    return sql`toString(toDateTime(${value}, 'UTC'))`
  if (FRACTIONS.has(field.column)) return printedFraction(value)
  if (field.kind === 'number') return sql`ifNull(toString(${value}), '')`
  return value
}

// The engine prints numbers below a millionth with an exponent; the API never does.
function printedFraction(value: Fragment): Fragment {
  const decimal = sql`trimRight(toDecimalString(ifNull(${value}, 1), 20), '0')`
  return sql`ifNull(if(abs(${value}) < 0.000001 AND ${value} != 0, ${decimal}, toString(${value})), '')`
}
