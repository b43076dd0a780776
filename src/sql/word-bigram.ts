// Word bigrams: the end of one word of a text and the start of the next. Every text that contains a phrase, or a needle with
// punctuation, has the word bigrams of that needle, even where its first and last words are parts of longer words. A bigram is rare
// even where both words are frequent. Words are the tokens of the word index.
import type { Column } from '../asset/index.ts'
import { column, type Fragment, sql } from './fragment.ts'

/** Bytes of the word before, and of the word after. */
const BEFORE = 3
const BEHIND = 2

/** The word bigrams of a column's text: the expression that is indexed. */
export function wordBigrams(name: Column): Fragment {
  const words = sql`tokens(lowerUTF8(${column(name)}), 'splitByNonAlpha')`
  const bigram = sql`concat(right(a, ${raw(BEFORE)}), ' ', left(b, ${raw(BEHIND)}))`
  return sql`arrayMap((a, b) -> ${bigram}, arrayPopBack(${words}), arrayPopFront(${words}))`
}

/** The words of a lower-case text; an empty word at an end means that the word there is complete. */
export function wordsOf(text: string): readonly string[] {
  return text.split(/[\0-/:-`{-\x7f]+/)
}

/** The word bigrams of every text that contains these words of a needle. ASCII only: others are not complete characters. */
export function wordBigramsOf(words: readonly string[]): readonly string[] {
  const last = words.length - 1
  const found = words.slice(1).flatMap((behind, index) => {
    const before = words[index] ?? ''
    const end = before.slice(-BEFORE)
    const start = behind.slice(0, BEHIND)
    const isKnown =
      end !== '' &&
      start !== '' &&
      (index > 0 || end.length === BEFORE) &&
      (index + 1 < last || start.length === BEHIND)
    return isKnown && isAscii(end) && isAscii(start) ? [`${end} ${start}`] : []
  })
  return [...new Set(found)]
}

function isAscii(text: string): boolean {
  return /^[0-9a-z]*$/.test(text)
}

function raw(value: number): Fragment {
  return { parts: [String(value)] }
}
