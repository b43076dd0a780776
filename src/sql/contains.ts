// "Contains, ignoring case": the test behind most queries, and how the text indexes answer it.
import type { Column } from '../asset/index.ts'
import type { Field } from '../field/index.ts'
import { column, type Fragment, join, sql, text } from './fragment.ts'
import { containing } from './pattern.ts'

/** The columns a plain word is looked for in. */
export const WORD_COLUMNS = ['title', 'body', 'header', 'host'] as const satisfies readonly Column[]

/** The field, or any value of a list, contains the text. */
export function contains(field: Field, needle: string): Fragment {
  const pattern = text(containing(needle.toLowerCase()))
  if (field.many) return sql`arrayExists(x -> lowerUTF8(x) LIKE ${pattern}, ${column(field.column)})`
  return sql`lowerUTF8(${column(field.column)}) LIKE ${pattern}`
}

/** A plain word: contained in at least one of title, body, header and host. */
export function containsWord(word: string): Fragment {
  const pattern = text(containing(word.toLowerCase()))
  return sql`(${join(
    WORD_COLUMNS.map((name) => sql`lowerUTF8(${column(name)}) LIKE ${pattern}`),
    ' OR ',
  )})`
}
