// Records as the page gets them, and their texts as it shows them.

import type { BrowseAnswer } from './answer-types.ts'

/** A page of results. */
export type SearchAnswer = Omit<BrowseAnswer, 'error'>

/** One record: values by the names of fields, empty where nothing is known. */
export type Result = (field: string) => string

/** The records of an answer. */
export function readResults({ fields, results }: SearchAnswer): readonly Result[] {
  const places = new Map(fields.map((field, index) => [field, index]))
  return results.map((row) => (field) => row[places.get(field) ?? -1] ?? '')
}

const SHOWN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** A text of several lines with everything that hides or reorders made visible; line ends and tabs stay. */
export function visibleLines(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(SHOWN, (sign) => {
    if (sign === '\n' || sign === '\t') return sign
    const code = (sign.codePointAt(0) ?? 0).toString(16)
    return `\\u{${code}}`
  })
}

/** The values of a list, which come with a comma between them; those that differ in case alone are one. */
export function listed(value: string): readonly string[] {
  const byName = new Map<string, string>()
  for (const name of value.split(','))
    if (name !== '' && !byName.has(name.toLowerCase())) byName.set(name.toLowerCase(), name)
  return [...byName.values()]
}
