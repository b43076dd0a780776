// Which values occur together, and which values a column of lists has at all.
import type { Column } from '../asset/index.ts'
import { column, type Fragment, join, sql } from './fragment.ts'
import { conditions, type Filter } from './select.ts'

/** One row per combination of columns among the matches: their values, and the number of matches. */
export function combinationsOf(filter: Filter, columns: readonly Column[]): Fragment {
  const names = join(columns.map(column), ', ')
  return sql`SELECT ${names}, count() FROM records WHERE ${join(conditions(filter), ' AND ')} GROUP BY ${names}`
}

/** The different values in the lists of a column, of all rows. */
export function distinctOf(name: Column): Fragment {
  return sql`SELECT DISTINCT arrayJoin(${column(name)}::Array(String)) FROM records`
}
