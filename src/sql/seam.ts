// Seams: where one word of a text ends and the next begins, as the end of the one and the beginning of the other. A phrase, or a
// needle with punctuation, has seams that any text with it has too, even when its first and last words are parts of longer ones;
// and a seam is rare where the words on both sides are frequent. Words are what the index of words takes for words.
import type { Column } from '../asset/index.ts'
import { column, type Fragment, sql } from './fragment.ts'

/** So many bytes of the word before, and of the word behind. */
const BEFORE = 3
const BEHIND = 2

/** The seams of a column's text: the expression that is indexed. */
export function seams(name: Column): Fragment {
  const words = sql`tokens(lowerUTF8(${column(name)}), 'splitByNonAlpha')`
  const seam = sql`concat(right(a, ${raw(BEFORE)}), ' ', left(b, ${raw(BEHIND)}))`
  return sql`arrayMap((a, b) -> ${seam}, arrayPopBack(${words}), arrayPopFront(${words}))`
}

/** The words of a lower-case text; an empty one at an end means that the word there is whole. */
export function wordsOf(text: string): readonly string[] {
  return text.split(/[\0-/:-`{-\x7f]+/)
}

/** The seams that every text with these words of a needle has. Only of ASCII: others are not whole characters. */
export function seamsOf(words: readonly string[]): readonly string[] {
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
