// A fuzzy hash of a page: the same for bodies that differ in little, such as dates, counters, nonces and a changed sentence.
//
// The hash is the bottom-k sketch of the body's shingles (A. Broder, On the resemblance and containment of documents, 1997): of the hashes
// of every three consecutive words the smallest eight. Words with digits are left out, as they are what volatile tokens are made of.
import { murmur32 } from './murmur.ts'

/** Words of a shingle. */
const WORDS = 3
/** Hashes of the sketch. */
const SMALLEST = 8
/** Characters that are read, so that a long body costs no more than a short one. */
const MOST_CHARACTERS = 1 << 16

const FNV_START = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** Kinds of characters: what parts words, digits, and everything else; letters beyond ASCII are parts of words. */
const [GAP, DIGIT, LETTER] = [0, 1, 2]
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/\d/.test(character)) return DIGIT
  return /[A-Za-z_]/.test(character) ? LETTER : GAP
})

/** The fuzzy hash as 16 hexadecimal digits; `''` for a body without words. */
export function fuzzyHash(body: string): string {
  const smallest = sketchOf(body)
  if (smallest.length === 0) return ''
  const bytes = Buffer.from(Uint32Array.from(smallest).buffer)
  const ends = [murmur32(bytes), murmur32(Buffer.from(bytes).reverse())]
  return ends.map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
}

/** The smallest hashes of the body's shingles, in order; of a body with fewer words than a shingle has, the one of all its words. */
function sketchOf(body: string): readonly number[] {
  const smallest: number[] = []
  let [before, last, count] = [0, 0, 0]
  eachWord(body, (word) => {
    count++
    if (count >= WORDS) keepSmallest(smallest, mixed(before, last, word))
    before = last
    last = word
  })
  return count > 0 && count < WORDS ? [mixed(0, before, last)] : smallest
}

/** Calls back with the hash of each word without digits, in lower case. */
function eachWord(body: string, onWord: (hash: number) => void): void {
  const end = Math.min(body.length, MOST_CHARACTERS)
  let hash = FNV_START
  let length = 0
  let isVolatile = false
  for (let at = 0; at <= end; at++) {
    const code = at < end ? body.charCodeAt(at) : 0
    const kind = code < 128 ? KINDS[code] : LETTER
    if (kind === GAP) {
      if (length > 0 && !isVolatile) onWord(hash)
      hash = FNV_START
      length = 0
      isVolatile = false
      continue
    }
    isVolatile ||= kind === DIGIT
    length++
    // Upper-case letters of ASCII differ from lower-case ones in this bit.
    hash = Math.imul(hash ^ (code < 128 ? code | 0x20 : code), FNV_PRIME)
  }
}

function mixed(first: number, second: number, third: number): number {
  let hash = joined(joined(first, second), third)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

function joined(hash: number, word: number): number {
  return Math.imul((hash << 5) | (hash >>> 27), 0x9e3779b1) ^ word
}

/** Keeps a number among the smallest different ones. */
function keepSmallest(smallest: number[], number: number): void {
  const largest = smallest[SMALLEST - 1]
  if ((largest !== undefined && number >= largest) || smallest.includes(number)) return
  const at = smallest.findIndex((one) => one > number)
  smallest.splice(at === -1 ? smallest.length : at, 0, number)
  if (smallest.length > SMALLEST) smallest.pop()
}
