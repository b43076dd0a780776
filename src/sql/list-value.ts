// The values of a field with a list of values. The imports of a record are stored as one JSON text, of which conditions read the ids.
import type { Field } from '../field/index.ts'
import { column, type Fragment, sql, text } from './fragment.ts'

/** The ids of the imports that observed a record; the empty id is an unknown import. */
export const IMPORT_IDS: Fragment = {
  parts: [`arrayMap(seen -> seen.1, JSONExtract(imports, 'Array(Tuple(String, UInt32, UInt32))'))`],
}

/** The values as an array. */
export function listOfValues(field: Field): Fragment {
  return field.column === 'imports' ? sql`arrayFilter(one -> one != '', ${IMPORT_IDS})` : column(field.column)
}

/** Whether the list contains exactly this value, which is not empty. */
export function hasValue(field: Field, value: string): Fragment {
  if (field.column !== 'imports') return sql`has(${column(field.column)}, ${text(value)})`
  // A quotation mark within an id is escaped, so this text starts an entry.
  return sql`position(imports, ${text(`[${JSON.stringify(value)},`)}) > 0`
}
