// Lines of text as bytes, kept outside the heap in pieces: what an insert takes.

const BYTES_OF_PIECE = 1024 * 1024

/** UTF-8 needs at most three bytes for a UTF-16 unit. */
const MOST_BYTES_OF_UNIT = 3

interface Piece {
  readonly buffer: Buffer
  length: number
}

interface Place {
  readonly piece: Piece
  readonly start: number
  readonly end: number
}

/** Lines, by their numbers from 0. */
export class Lines {
  readonly #pieces: Piece[] = []
  readonly #places: Place[] = []
  #bytes = 0

  /** How many lines there are. */
  get count(): number {
    return this.#places.length
  }

  /** Their length in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /** Adds a line with its line end. */
  add(line: string): void {
    const piece = this.#pieceWithRoom(line.length * MOST_BYTES_OF_UNIT)
    const start = piece.length
    piece.length += piece.buffer.write(line, start)
    this.#bytes += piece.length - start
    this.#places.push({ piece, start, end: piece.length })
  }

  /** The line of a number. */
  text(number: number): string {
    const place = this.#places[number]
    if (place === undefined) throw new Error(`there is no line ${number}`)
    return place.piece.buffer.toString('utf8', place.start, place.end)
  }

  /** All lines but some, in pieces of whole lines. */
  *pieces(without: ReadonlySet<number>): Generator<Buffer> {
    let run: Place | undefined
    for (const [number, place] of this.#places.entries()) {
      if (run !== undefined && (run.piece !== place.piece || without.has(number))) {
        yield run.piece.buffer.subarray(run.start, run.end)
        run = undefined
      }
      if (!without.has(number)) run = { ...place, start: run?.start ?? place.start }
    }
    if (run !== undefined) yield run.piece.buffer.subarray(run.start, run.end)
  }

  #pieceWithRoom(most: number): Piece {
    const last = this.#pieces.at(-1)
    if (last !== undefined && last.length + most <= last.buffer.length) return last
    const piece = { buffer: Buffer.allocUnsafeSlow(Math.max(BYTES_OF_PIECE, most)), length: 0 }
    this.#pieces.push(piece)
    return piece
  }
}
