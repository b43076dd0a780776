// "Contains, ignoring case": the test behind most queries, and the way to it that costs least.
//
// Both sides are lower-cased as `lowerUTF8` does it; JavaScript's `toLowerCase` gives the same texts (a test compares them). The long
// texts have an index of their words (runs of ASCII letters and digits and of everything beyond ASCII), and title and body one of the
// pairs of neighbouring characters beyond ASCII. What an index answers exactly is asked of it alone; otherwise it narrows, and the text
// itself decides.
import type { Column } from '../asset/index.ts'
import type { Field } from '../field/index.ts'
import { column, type Fragment, join, sql, text } from './fragment.ts'
import { containing } from './pattern.ts'

/** The columns a plain word is looked for in. */
export const WORD_COLUMNS = ['title', 'body', 'header', 'host'] as const satisfies readonly Column[]

/** Columns with an index of words. */
export const WORD_INDEXED = ['title', 'header', 'body', 'banner', 'cert'] as const satisfies readonly Column[]

/** Columns with an index of pairs of characters beyond ASCII. */
export const WIDE_INDEXED = ['title', 'body'] as const satisfies readonly Column[]

/** The field, or any value of a list, contains the text. */
export function contains(field: Field, needle: string): Fragment {
  if (!field.many) return columnContains(field.column, needle.toLowerCase())
  const pattern = text(containing(needle.toLowerCase()))
  return sql`arrayExists(x -> lowerUTF8(x) LIKE ${pattern}, ${column(field.column)})`
}

/** A plain word: contained in at least one of title, body, header and host. */
export function containsWord(word: string): Fragment {
  const needle = word.toLowerCase()
  return sql`(${join(
    WORD_COLUMNS.map((name) => columnContains(name, needle)),
    ' OR ',
  )})`
}

/** The pairs of characters beyond ASCII in a column: the expression that is indexed. Greek sigmas count as one letter. */
export function widePairs(name: Column): Fragment {
  const value = column(name)
  const runs = sql`extractAll(${value}, '[^\\\\x00-\\\\x7F]{2,}')`
  const pairs = sql`arrayFlatten(arrayMap(run -> ngrams(replaceAll(lowerUTF8(run), 'ς', 'σ'), 2), ${runs}))`
  return sql`if(length(${value}) = lengthUTF8(${value}), [], ${pairs})`
}

function columnContains(name: Column, needle: string): Fragment {
  if (!isAscii(needle) && includes(WIDE_INDEXED, name)) return byWidePairs(name, needle)
  return includes(WORD_INDEXED, name) ? byWords(name, needle) : inText(name, needle)
}

/** Looking up more words or pairs than this narrows no further. */
const MOST_LOOKED_UP = 40

function includes(list: readonly Column[], name: Column): boolean {
  return list.includes(name)
}

function isAscii(needle: string): boolean {
  return /^[\0-\x7f]*$/.test(needle)
}

/** One word, or part of one, is looked up in the dictionary of words; several narrow what is read. */
function byWords(name: Column, needle: string): Fragment {
  if (isLookedUp(needle)) return partOfWord(name, needle)
  return sql`(${join([...narrowByWords(name, needle), inText(name, needle)], ' AND ')})`
}

function narrowByWords(name: Column, needle: string): Fragment[] {
  const words = needle.split(/[\0-/:-`{-\x7f]+/)
  // What stands at an end of the needle may be part of a longer word.
  const ends = new Set([words.at(0) ?? '', words.at(-1) ?? ''])
  const inner = [...new Set(words.slice(1, -1))].slice(0, MOST_LOOKED_UP)
  const narrowing = [...ends].filter(isLookedUp).map((word) => partOfWord(name, word))
  if (inner.length > 0)
    narrowing.unshift(sql`hasAllTokens(lowerUTF8(${column(name)}), ${text(inner.join(' '))})`)
  return narrowing
}

/** The dictionary of words is looked through for ASCII only, and a single letter is part of too many words. */
function isLookedUp(word: string): boolean {
  return /^[0-9a-z]{2,}$/.test(word)
}

/** The engine answers this form from the dictionary of the word index, without reading the text. */
function partOfWord(name: Column, word: string): Fragment {
  return sql`lowerUTF8(${column(name)}) LIKE ${text(containing(word))}`
}

function byWidePairs(name: Column, needle: string): Fragment {
  const pairs = [...new Set(pairsOf(needle))].slice(0, MOST_LOOKED_UP)
  if (pairs.length === 0) return byWords(name, needle)
  const narrowing = sql`hasAllTokens(${widePairs(name)}, splitByChar(' ', ${text(pairs.join(' '))}))`
  const isExact = needle === pairs[0] && !/[σς]/.test(needle)
  return isExact ? narrowing : sql`(${narrowing} AND ${inText(name, needle)})`
}

/** The indexed pairs that a text with this needle must have. */
function pairsOf(needle: string): string[] {
  const runs = needle.replaceAll('ς', 'σ').match(/[^\0-\x7f]{2,}/gu) ?? []
  return runs.flatMap((run) => {
    const characters = [...run]
    return characters.slice(1).map((next, index) => `${characters[index]}${next}`)
  })
}

/**
 * Reads the text. `lower` is several times quicker than `lowerUTF8`, and gives the same for a needle whose characters beyond ASCII
 * have no case, the Kelvin sign and the dotted capital I aside: `odd_letters` marks the few records that hold one.
 */
function inText(name: Column, needle: string): Fragment {
  const whole = sql`position(lowerUTF8(${column(name)}), ${text(needle)}) > 0`
  if (!hasNoCaseBeyondAscii(needle)) return whole
  const lowered = /[a-z]/.test(needle) ? sql`lower(${column(name)})` : column(name)
  const quick = sql`${lowered} LIKE ${text(containing(needle))}`
  return /[ik]/.test(needle) ? sql`(${quick} OR (odd_letters AND ${whole}))` : quick
}

/** Letters of scripts without case, and the punctuation and digits beside them: nothing is lower-cased to or from these. */
const CASELESS =
  /^(?:[\0-\x7f]|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Thai}|\p{Script=Devanagari}|[\u3000-\u303f\uff00-\uff20])*$/u

function hasNoCaseBeyondAscii(needle: string): boolean {
  return CASELESS.test(needle)
}
