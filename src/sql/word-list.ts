// Lists of what the text indexes have, where they are at hand: the engine then does not search its dictionaries, and a bound of the
// number of matches is known before it is asked.
import type { Column } from '../asset/index.ts'
import type { ResolvedNode } from '../query/index.ts'
import { isPartOfWord, type Parts, partsOfNeedle } from './contains.ts'

/** The words that contain a needle, and in how many records these are at most. */
export interface FoundWords {
  readonly words: readonly string[]
  readonly records: number
}

/** The lists. */
export interface WordFinder {
  /** The words of a column that contain a lower-case ASCII text; undefined where that is unknown or where they are many. */
  readonly containing: (name: Column, part: string) => FoundWords | undefined
  /** In how many records a word, or a bigram, is at most. */
  readonly records: (index: Parts['index'], name: Column, one: string) => number | undefined
}

/** A bound of the number of matches. */
export function mostMatches(node: ResolvedNode, lists: WordFinder): number {
  switch (node.kind) {
    case 'and':
      return Math.min(...node.children.map((child) => mostMatches(child, lists)))
    case 'or':
      return node.children.reduce((sum, child) => sum + mostMatches(child, lists), 0)
    case 'test':
      if (node.test.op !== 'contains' || node.field.many) return Number.POSITIVE_INFINITY
      return mostWith(node.field.column, node.test.value.toLowerCase(), lists)
    default:
      return Number.POSITIVE_INFINITY
  }
}

/** A bound of the number of records whose column contains a lower-case text. */
export function mostWith(name: Column, needle: string, lists: WordFinder): number {
  if (isPartOfWord(name, needle)) return lists.containing(name, needle)?.records ?? Number.POSITIVE_INFINITY
  const bounds = partsOfNeedle(name, needle).flatMap(({ index, parts }) =>
    parts.map((part) => lists.records(index, name, part) ?? Number.POSITIVE_INFINITY),
  )
  return Math.min(Number.POSITIVE_INFINITY, ...bounds)
}
