// Names of tags: `namespace` or `namespace:value`, lower case.
import { trimEnds } from '../../util/index.ts'
import type { Category } from './age.ts'
import { VOCABULARY, type VocabularyRow } from './table.ts'

const TAG = /^[a-z][a-z0-9_]*(:[^\s,:"'\x00-\x1f\x7f][^\s,"'\x00-\x1f\x7f]{0,95})?$/u

const ROWS: ReadonlyMap<string, VocabularyRow> = new Map(VOCABULARY.map((row) => [row.namespace, row]))

/** The part before the colon, which is the whole tag where there is none. */
export function namespaceOf(tag: string): string {
  const colon = tag.indexOf(':')
  return colon < 0 ? tag : tag.slice(0, colon)
}

/** The part after the colon, or `''`. */
export function tagValue(tag: string): string {
  const colon = tag.indexOf(':')
  return colon < 0 ? '' : tag.slice(colon + 1)
}

/** The vocabulary's row for a tag, or undefined for a name it does not know. */
export function rowOf(tag: string): VocabularyRow | undefined {
  return ROWS.get(namespaceOf(tag))
}

/** Whether the text is a tag of the vocabulary: known namespace, value where one is needed and none where none may be. */
export function isTag(text: string): boolean {
  const row = rowOf(text)
  if (row === undefined || !TAG.test(text) || text !== text.toLowerCase()) return false
  return text.includes(':') ? row.value !== 'none' : row.value !== 'needed'
}

/** How fast a tag of the namespace ages. */
export function categoryOf(tag: string): Category {
  return rowOf(tag)?.category ?? 'list'
}

/** The tags that hold wherever the given one does: its namespace alone, and what that implies. */
export function parentsOf(tag: string): readonly string[] {
  const row = rowOf(tag)
  if (row === undefined) return []
  const own = tag.includes(':') && row.value === 'optional' ? [row.namespace] : []
  return [...own, ...row.implies]
}

/** A name in the form of a tag's value: lower case, runs of anything but letters, digits, `.` and `_` as one `-`. */
export function slug(text: string): string {
  const joined = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}._]+/gu, '-')
  return trimEnds(joined, '-.').slice(0, 64)
}

/** Orders tags by namespace, then by value with numbers in their order. */
export function compareTags(one: string, other: string): number {
  const a = namespaceOf(one)
  const b = namespaceOf(other)
  if (a !== b) return a < b ? -1 : 1
  const x = tagValue(one)
  const y = tagValue(other)
  const difference = Number(x) - Number(y)
  if (x !== '' && y !== '' && !Number.isNaN(difference) && difference !== 0) return difference
  return x < y ? -1 : x > y ? 1 : 0
}
