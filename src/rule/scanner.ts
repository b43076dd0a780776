// Finds which of many literals a text contains, in one pass: every fourth position of the text is looked up in a table of the
// literals' four-character pieces, so a literal of seven characters or more cannot fall between two positions. Shorter ones are
// looked up at every position.

const PIECE = 4
const STEP = 4
/** From this length on a literal contains a piece at every fourth position. */
const LONG = PIECE + STEP - 1
const BITS = 16
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

/** Literals of one step. */
interface Table {
  readonly step: number
  readonly filter: Uint8Array
  readonly byPiece: ReadonlyMap<number, readonly Candidate[]>
}

/** Looks for literals in texts; both in lower case. */
export type Scan = (text: string, onFound: (id: number) => void) => void

/** Makes a scanner of literals of at least `LEAST_LITERAL` characters, each with its number. */
export function createScan(literals: readonly (readonly [id: number, literal: string])[]): Scan {
  const long = literals.filter(([, literal]) => literal.length >= LONG)
  const short = literals.filter(([, literal]) => literal.length < LONG)
  const tables = [tableOf(long, STEP), tableOf(short, 1)].filter(({ byPiece }) => byPiece.size > 0)
  return (text, onFound) => {
    for (const table of tables) scanTable(table, text, onFound)
  }
}

function scanTable({ step, filter, byPiece }: Table, text: string, onFound: (id: number) => void): void {
  const last = text.length - PIECE
  let comparisons = 0
  for (let at = 0; at <= last; at += step) {
    const piece = pieceAt(text, at)
    if (filter[slotOf(piece)] === 0) continue
    const candidates = byPiece.get(piece)
    if (candidates === undefined) continue
    comparisons += candidates.length
    if (comparisons > MOST_COMPARISONS) return
    for (const { id, literal, offset } of candidates)
      if (text.startsWith(literal, at - offset) && at >= offset) onFound(id)
  }
}

function tableOf(literals: readonly (readonly [number, string])[], step: number): Table {
  const counts = new Map<number, number>()
  for (const [, literal] of literals)
    for (let at = 0; at + PIECE <= literal.length; at++) {
      const piece = pieceAt(literal, at)
      counts.set(piece, (counts.get(piece) ?? 0) + 1)
    }
  const byPiece = new Map<number, Candidate[]>()
  const filter = new Uint8Array(1 << BITS)
  for (const [id, literal] of literals) {
    const start = rarestWindow(literal, step, counts)
    for (let offset = start; offset < start + step; offset++) {
      const piece = pieceAt(literal, offset)
      filter[slotOf(piece)] = 1
      const list = byPiece.get(piece)
      if (list === undefined) byPiece.set(piece, [{ id, literal, offset }])
      else list.push({ id, literal, offset })
    }
  }
  return { step, filter, byPiece }
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

function pieceAt(text: string, at: number): number {
  return (
    (text.charCodeAt(at) & 0xff) |
    ((text.charCodeAt(at + 1) & 0xff) << 8) |
    ((text.charCodeAt(at + 2) & 0xff) << 16) |
    (text.charCodeAt(at + 3) << 24)
  )
}

function slotOf(piece: number): number {
  return Math.imul(piece, 0x9e3779b1) >>> (32 - BITS)
}
