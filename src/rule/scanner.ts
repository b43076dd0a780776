// Finds which of many literals a text contains, in one pass: every fourth position of the text is looked up in a table of the
// literals' four-character pieces, so a literal of seven characters or more cannot fall between two positions. Shorter ones are
// looked up at every position.

const PIECE = 4
const STEP = 4
/** From this length on a literal contains a piece at every fourth position. */
const LONG = PIECE + STEP - 1
/** So many short literals are found faster one by one. */
const FEW = 6
/** Comparisons for one text: a text made to hit many pieces is given up after them. */
const MOST_COMPARISONS = 400_000

/** The length that a literal must have. */
export const LEAST_LITERAL = PIECE

interface Candidate {
  readonly id: number
  readonly literal: string
  /** Where the piece is in the literal. */
  readonly offset: number
}

/** Literals of one step. A piece is first looked up among bits, which fit the processor's nearest memory, and then in slots. */
interface Table {
  readonly step: number
  readonly bits: Int32Array
  readonly pieces: Int32Array
  /** By slot: what has the piece of the slot; nothing where the slot is free. */
  readonly candidates: readonly (readonly Candidate[] | undefined)[]
}

type Found = (id: number) => void

/** Looks for literals in texts; both in lower case. */
export type Scan = (text: string, onFound: Found) => void

/** Makes a scanner of literals of at least `LEAST_LITERAL` characters, each with its number. */
export function createScan(literals: readonly (readonly [id: number, literal: string])[]): Scan {
  const long = literals.filter(([, literal]) => literal.length >= LONG)
  const short = literals.filter(([, literal]) => literal.length < LONG)
  const few = short.length <= FEW ? short : []
  const tables = [
    ...(long.length === 0 ? [] : [tableOf(long, STEP)]),
    ...(short.length <= FEW ? [] : [tableOf(short, 1)]),
  ]
  return (text, onFound) => {
    if (text.length < PIECE) return
    for (const [id, literal] of few) if (text.includes(literal)) onFound(id)
    if (tables.length === 0) return
    write(text)
    for (const table of tables) scanTable(table, text, onFound)
  }
}

/** The low bytes of the text that is scanned, and the same as pieces at every fourth position. */
let bytes = Buffer.alloc(1 << 16)
let words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / PIECE)

function write(text: string): void {
  if (text.length > bytes.length) {
    bytes = Buffer.alloc(2 ** Math.ceil(Math.log2(text.length)))
    words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / PIECE)
  }
  bytes.write(text, 0, 'latin1')
}

function scanTable(table: Table, text: string, onFound: Found): void {
  if (table.step === STEP) scanWords(table, words, text, onFound)
  else scanBytes(table, bytes, text, onFound)
}

// The loops are apart and have their memory in variables of their own: they are where recognising spends most of its time.

function scanWords(table: Table, pieces: Int32Array, text: string, onFound: Found): void {
  const { bits } = table
  const count = text.length >>> 2
  let left = MOST_COMPARISONS
  for (let at = 0; at < count && left > 0; at++) {
    const piece = pieces[at] ?? 0
    const hash = Math.imul(piece, SPREAD)
    if (((bits[hash >>> BIT_WORD] ?? 0) & (1 << (hash >>> BIT_SHIFT))) !== 0)
      left -= compare(table, piece, text, at * PIECE, onFound)
  }
}

function scanBytes(table: Table, characters: Uint8Array, text: string, onFound: Found): void {
  const { bits } = table
  const end = text.length - PIECE
  let left = MOST_COMPARISONS
  let piece = pieceAt(text, 0) << 8
  for (let at = 0; at <= end && left > 0; at++) {
    piece = (piece >>> 8) | ((characters[at + PIECE - 1] ?? 0) << 24)
    const hash = Math.imul(piece, SPREAD)
    if (((bits[hash >>> BIT_WORD] ?? 0) & (1 << (hash >>> BIT_SHIFT))) !== 0)
      left -= compare(table, piece, text, at, onFound)
  }
}

/** Compares the literals that have a piece with the text around it; returns their number. */
function compare(table: Table, piece: number, text: string, at: number, onFound: Found): number {
  const candidates = table.candidates[slotOf(piece, table.pieces, table.candidates)]
  if (candidates === undefined) return 0
  for (const { id, literal, offset } of candidates)
    if (at >= offset && text.startsWith(literal, at - offset)) onFound(id)
  return candidates.length
}

const SPREAD = 0x9e3779b1
/** 2^17 bits, in words of 32: the highest bits of a hash are the word, and the five below them the bit. */
const BIT_SHIFT = 32 - 17
const BIT_WORD = BIT_SHIFT + 5

/** The slot of a piece, or the free one where it would be. */
function slotOf(piece: number, pieces: Int32Array, candidates: Table['candidates']): number {
  const mask = pieces.length - 1
  let slot = (Math.imul(piece, SPREAD) >>> 8) & mask
  while (candidates[slot] !== undefined && pieces[slot] !== piece) slot = (slot + 1) & mask
  return slot
}

function tableOf(literals: readonly (readonly [number, string])[], step: number): Table {
  const counts = new Map<number, number>()
  for (const [, literal] of literals)
    for (let at = 0; at + PIECE <= literal.length; at++) {
      const piece = pieceAt(literal, at)
      counts.set(piece, (counts.get(piece) ?? 0) + 1)
    }
  const bits = new Int32Array(1 << (32 - BIT_WORD))
  const pieces = new Int32Array(2 ** Math.ceil(Math.log2(2 * step * literals.length + 2)))
  const candidates = Array.from<Candidate[] | undefined>({ length: pieces.length })
  for (const [id, literal] of literals) {
    const start = rarestWindow(literal, step, counts)
    for (let offset = start; offset < start + step; offset++) {
      const piece = pieceAt(literal, offset)
      const hash = Math.imul(piece, SPREAD)
      bits[hash >>> BIT_WORD] = (bits[hash >>> BIT_WORD] ?? 0) | (1 << (hash >>> BIT_SHIFT))
      const slot = slotOf(piece, pieces, candidates)
      pieces[slot] = piece
      const list = candidates[slot]
      if (list === undefined) candidates[slot] = [{ id, literal, offset }]
      else list.push({ id, literal, offset })
    }
  }
  return { step, bits, pieces, candidates }
}

/** Where the pieces that fewest other literals have start: paths share their beginning. */
function rarestWindow(literal: string, step: number, counts: ReadonlyMap<number, number>): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (let start = 0; start + step - 1 + PIECE <= literal.length; start++) {
    let sum = 0
    for (let offset = start; offset < start + step; offset++) sum += counts.get(pieceAt(literal, offset)) ?? 0
    if (sum < least) [best, least] = [start, sum]
  }
  return best
}

/** Four characters as a number, the first in the lowest byte, as processors of both kinds we run on read them from memory. */
function pieceAt(text: string, at: number): number {
  return (
    (text.charCodeAt(at) & 0xff) |
    ((text.charCodeAt(at + 1) & 0xff) << 8) |
    ((text.charCodeAt(at + 2) & 0xff) << 16) |
    (text.charCodeAt(at + 3) << 24)
  )
}
