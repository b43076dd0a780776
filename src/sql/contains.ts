// "Contains, ignoring case": the test of most queries, and the ways to answer it. Both sides are lower-cased as by `lowerUTF8`;
// JavaScript's `toLowerCase` returns the same texts (a test compares them). The long texts have an index of their words (runs of
// ASCII letters and digits, and of non-ASCII characters), title and body one of non-ASCII character bigrams, and body one of word
// bigrams. An exact predicate never reads the text. Otherwise the text itself is matched, and an index may serve as a prefilter,
// which pays when few candidates are left.
import type { Column } from '../asset/index.ts'
import { column, type Fragment, join, sql, text } from './fragment.ts'
import { containing } from './pattern.ts'
import { wordBigrams, wordBigramsOf, wordsOf } from './word-bigram.ts'

/** Columns with an index of words. */
export const WORD_INDEXED = ['title', 'header', 'body', 'banner', 'cert'] as const satisfies readonly Column[]

/** Columns with an index of non-ASCII character bigrams. */
export const CHARACTER_BIGRAM_INDEXED = ['title', 'body'] as const satisfies readonly Column[]

/** Columns with an index of word bigrams: so long that queries mostly spend their time reading them. */
export const BIGRAM_INDEXED = ['body'] as const satisfies readonly Column[]

/** The ways to test whether a column contains a text. */
export interface Search {
  /** An exact predicate. */
  readonly decide: Fragment
  /** Whether an index answers `decide` and no text is read. */
  readonly byIndex: boolean
  /** A prefilter that an index answers: records that it excludes do not contain the text. */
  readonly narrow?: Fragment
  /** Whether `decide` is so slow that a prefilter always pays. */
  readonly slow?: boolean
}

/** The ways to find a lower-case text in a column. */
export function searchFor(name: Column, needle: string): Search {
  if (includes(CHARACTER_BIGRAM_INDEXED, name)) {
    const pairs = pairsOf(needle)
    if (pairs.length > 0) return byWidePairs(name, needle, pairs)
  }
  if (isPartOfWord(name, needle)) return { decide: partOfWord(name, needle), byIndex: true }
  const narrow = includes(BIGRAM_INDEXED, name) ? byWords(name, needle) : undefined
  return { ...inText(name, needle), ...(narrow && { narrow }) }
}

/** The non-ASCII character bigrams of a column: the expression that is indexed. Greek sigmas count as one letter. */
export function characterBigrams(name: Column): Fragment {
  const value = column(name)
  const runs = sql`extractAll(${value}, '[^\\\\x00-\\\\x7F]{2,}')`
  const pairs = sql`arrayFlatten(arrayMap(run -> ngrams(replaceAll(lowerUTF8(run), 'ς', 'σ'), 2), ${runs}))`
  return sql`if(length(${value}) = lengthUTF8(${value}), [], ${pairs})`
}

/** Looking up more words, pairs or bigrams than this excludes no more candidates. */
const MOST_LOOKED_UP = 40

/** A bigram on each side of a word covers this number of its letters. */
const COVERED = 5

function includes(list: readonly Column[], name: Column): boolean {
  return list.includes(name)
}

/** What an index has of every text with a needle. */
export interface Parts {
  readonly index: 'words' | 'character bigrams' | 'word bigrams'
  readonly parts: readonly string[]
}

/** What the indexes of a column have of every text with a needle. */
export function partsOfNeedle(name: Column, needle: string): readonly Parts[] {
  const words = wordsOf(needle)
  const found: readonly Parts[] = [
    { index: 'words', parts: includes(WORD_INDEXED, name) ? words.slice(1, -1) : [] },
    { index: 'character bigrams', parts: includes(CHARACTER_BIGRAM_INDEXED, name) ? pairsOf(needle) : [] },
    { index: 'word bigrams', parts: includes(BIGRAM_INDEXED, name) ? wordBigramsOf(words) : [] },
  ]
  return found.filter(({ parts }) => parts.length > 0)
}

/** Whether a text contains the needle exactly when one of the words of its index does. */
export function isPartOfWord(name: Column, needle: string): boolean {
  return includes(WORD_INDEXED, name) && isLookedUp(needle)
}

/** Whether a text has one of these words. */
export function hasOneOf(name: Column, words: readonly string[]): Fragment {
  return words.length === 0 ? sql`0` : sql`hasAnyTokens(lowerUTF8(${column(name)}), ${text(words.join(' '))})`
}

/** The word index searches its dictionary for ASCII only, and a single letter is part of too many words. */
function isLookedUp(word: string): boolean {
  return /^[0-9a-z]{2,}$/.test(word)
}

/** The engine answers this form from the dictionary of the word index, without reading the text. */
function partOfWord(name: Column, word: string): Fragment {
  return sql`lowerUTF8(${column(name)}) LIKE ${text(containing(word))}`
}

/** Word bigrams of the needle, and the words inside it that these do not cover. */
function byWords(name: Column, needle: string): Fragment | undefined {
  const words = wordsOf(needle)
  const found = wordBigramsOf(words)
  const inner = words.slice(1, -1)
  if (found.length === 0) return byInnerWords(name, inner, words)
  const long = inner.filter((word) => word.length > COVERED)
  const all = sql`hasAllTokens(${wordBigrams(name)}, splitByChar(',', ${text(someOf(found).join(','))}))`
  return long.length === 0 ? all : sql`(${all} AND ${hasWords(name, long)})`
}

/** Looks up the whole words inside the needle, and of its two ends, which may be parts of longer words, only the longer one. */
function byInnerWords(
  name: Column,
  inner: readonly string[],
  words: readonly string[],
): Fragment | undefined {
  const [end = ''] = [words.at(0) ?? '', words.at(-1) ?? ''].toSorted((a, b) => b.length - a.length)
  const narrowing: Fragment[] = []
  if (inner.length > 0) narrowing.push(hasWords(name, inner))
  if (end.length > 3 && isLookedUp(end)) narrowing.push(partOfWord(name, end))
  return narrowing.length === 0 ? undefined : sql`(${join(narrowing, ' AND ')})`
}

function hasWords(name: Column, words: readonly string[]): Fragment {
  return sql`hasAllTokens(lowerUTF8(${column(name)}), ${text(someOf(words).join(' '))})`
}

/** Without duplicates, and no more than it pays to look up. */
function someOf(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].slice(0, MOST_LOOKED_UP)
}

function byWidePairs(name: Column, needle: string, pairs: readonly string[]): Search {
  const narrow = sql`hasAllTokens(${characterBigrams(name)}, splitByChar(' ', ${text(pairs.join(' '))}))`
  if (needle === pairs[0] && !/[σς]/.test(needle)) return { decide: narrow, byIndex: true }
  return { ...inText(name, needle), narrow }
}

/** The indexed bigrams of every text with this needle. */
function pairsOf(needle: string): readonly string[] {
  const runs = needle.replaceAll('ς', 'σ').match(/[^\0-\x7f]{2,}/gu) ?? []
  const pairs = runs.flatMap((run) => {
    const characters = [...run]
    return characters.slice(1).map((next, index) => `${characters[index]}${next}`)
  })
  return [...new Set(pairs)].slice(0, MOST_LOOKED_UP)
}

/**
 * Reads the text. `lower` is several times faster than `lowerUTF8`, and gives the same result for a needle whose non-ASCII
 * characters have no case, except for the Kelvin sign and the dotted capital I: `odd_letters` marks the few records that contain
 * one. A comparison letter by letter is as fast and exact for Cyrillic: each letter has one other case, and nothing else is
 * lower-cased to it.
 */
export function inText(name: Column, needle: string): Search {
  const whole = sql`position(lowerUTF8(${column(name)}), ${text(needle)}) > 0`
  if (CYRILLIC.test(needle)) {
    const quick = sql`positionCaseInsensitiveUTF8(${column(name)}, ${text(needle)}) > 0`
    return { decide: quick, byIndex: false, slow: true }
  }
  if (!CASELESS.test(needle)) return { decide: whole, byIndex: false, slow: true }
  const lowered = /[a-z]/.test(needle) ? sql`lower(${column(name)})` : column(name)
  const quick = sql`${lowered} LIKE ${text(containing(needle))}`
  return {
    decide: /[ik]/.test(needle) ? sql`(${quick} OR (odd_letters AND ${whole}))` : quick,
    byIndex: false,
  }
}

/** ASCII, and letters of scripts without case with their punctuation and digits: nothing is lower-cased to or from these. */
const CASELESS =
  /^(?:[\0-\x7f]|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Thai}|\p{Script=Devanagari}|[\u3000-\u303f\uff00-\uff20])*$/u

/** Letters of Russian, and ASCII except the two letters to which other characters are lower-cased. */
const CYRILLIC = /^[\0-hjl-\x7f]*[а-яё][\0-hjl-\x7fа-яё]*$/u
