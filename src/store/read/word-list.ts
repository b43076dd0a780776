// A list of words and of how many records have each, in little memory.
import type { FoundWords } from '../../sql/index.ts'
import { LruCache } from './lru-cache.ts'

/** More words than these the engine finds more quickly by itself. */
const MOST_FOUND = 40

/** A search asks for each of its needles several times. */
const REMEMBERED = 100

/** Before the first word and behind each; no word contains it. */
const END = '\n'
const LINE_FEED = 10

/** What an invalid character became when the engine's answer was read. */
const REPLACED = '\uFFFD'

/** A word, and how many records have it. */
export type CountedWord = readonly [word: string, records: number]

/** A list of words. */
export class WordList {
  readonly #text: Buffer
  /** Where each word ends in the text. */
  readonly #ends: Uint32Array
  readonly #records: Uint32Array
  readonly #found = new LruCache<{ readonly found: FoundWords | undefined }>(REMEMBERED)

  private constructor(text: Buffer, records: readonly number[]) {
    this.#text = text
    this.#records = Uint32Array.from(records)
    this.#ends = new Uint32Array(records.length)
    let word = 0
    for (let at = 1; at < text.length; at++) if (text[at] === LINE_FEED) this.#ends[word++] = at
  }

  /** The list of words that come in pieces. */
  static async of(pieces: AsyncIterable<readonly CountedWord[]>): Promise<WordList> {
    const texts: Buffer[] = [Buffer.from(END)]
    const records: number[] = []
    for await (const piece of pieces) {
      texts.push(Buffer.from(piece.map(([word]) => word + END).join('')))
      for (const [, count] of piece) records.push(Number(count))
    }
    return new WordList(Buffer.concat(texts), records)
  }

  /** The words that contain an ASCII text; undefined when they are many. */
  find(needle: string): FoundWords | undefined {
    const known = this.#found.get(needle)
    if (known !== undefined) return known.found
    const found = this.#search(needle)
    this.#found.set(needle, { found })
    return found
  }

  /** How many records have a word; undefined when that is not known. */
  recordsWith(word: string): number | undefined {
    if (word.includes(END) || word.includes(REPLACED)) return undefined
    const at = this.#text.indexOf(END + word + END)
    return at === -1 ? 0 : this.#records[this.#wordAt(at + 1)]
  }

  #search(needle: string): FoundWords | undefined {
    const words: string[] = []
    let records = 0
    for (let at = this.#text.indexOf(needle); at !== -1; ) {
      const word = this.#wordAt(at)
      const end = this.#ends[word] ?? 0
      const found = this.#text.toString('utf8', (this.#ends[word - 1] ?? 0) + 1, end)
      if (words.length === MOST_FOUND || found.includes(REPLACED)) return undefined
      words.push(found)
      records += this.#records[word] ?? 0
      at = this.#text.indexOf(needle, end)
    }
    return { words, records }
  }

  /** The first word that ends behind a place of the text. */
  #wordAt(place: number): number {
    let low = 0
    let high = this.#ends.length - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#ends[middle] ?? 0) > place) high = middle
      else low = middle + 1
    }
    return low
  }
}
