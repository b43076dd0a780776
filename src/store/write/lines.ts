// Lines of text as bytes, kept in pieces outside the heap, as inserts need them. The end of a line, its head, can be read and
// replaced separately.

const BYTES_OF_PIECE = 1024 * 1024

/** UTF-8 needs at most three bytes for each UTF-16 code unit. */
const MOST_BYTES_OF_UNIT = 3

const NUMBERS_OF_SPAN = 4

interface Piece {
  readonly buffer: Buffer
  length: number
}

interface LineSpan {
  readonly piece: Piece
  readonly start: number
  readonly head: number
  readonly end: number
}

/** Lines as plain data that can be passed between threads: the bytes, and for each line its piece, start, head and end. */
export interface PackedLines {
  readonly pieces: readonly Uint8Array[]
  readonly spans: Uint32Array
}

/** Lines, numbered from 0. */
export class Lines {
  readonly #pieces: Piece[] = []
  readonly #spans: LineSpan[] = []
  #bytes = 0

  /** The number of lines. */
  get count(): number {
    return this.#spans.length
  }

  /** Their length in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /** Adds a line including its line break, which may be in its head. */
  add(body: string, head = ''): void {
    const piece = this.#pieceWithRoom((body.length + head.length) * MOST_BYTES_OF_UNIT)
    this.#addSpan(piece, piece.buffer.write(body, piece.length), head)
  }

  /** Adds a line of another list with another head. */
  addFrom(others: Lines, number: number, head: string): void {
    const { piece: from, start, head: end } = others.#spanOf(number)
    const piece = this.#pieceWithRoom(end - start + head.length * MOST_BYTES_OF_UNIT)
    this.#addSpan(piece, from.buffer.copy(piece.buffer, piece.length, start, end), head)
  }

  /** Adds a line of another list. */
  addWhole(others: Lines, number: number): void {
    const { piece: from, start, head, end } = others.#spanOf(number)
    const piece = this.#pieceWithRoom(end - start)
    const at = piece.length
    piece.length += from.buffer.copy(piece.buffer, at, start, end)
    this.#bytes += end - start
    this.#spans.push({ piece, start: at, head: at + head - start, end: piece.length })
  }

  #addSpan(piece: Piece, bodyBytes: number, head: string): void {
    const start = piece.length
    const headStart = start + bodyBytes
    piece.length = headStart + (head === '' ? 0 : piece.buffer.write(head, headStart))
    this.#bytes += piece.length - start
    this.#spans.push({ piece, start, head: headStart, end: piece.length })
  }

  /** Restores lines that were packed in another thread. */
  static unpack({ pieces, spans }: PackedLines): Lines {
    const lines = new Lines()
    for (const bytes of pieces) lines.#pieces.push({ buffer: bufferOf(bytes), length: bytes.length })
    for (let at = 0; at < spans.length; at += NUMBERS_OF_SPAN) {
      const piece = lines.#pieces[spans[at] ?? 0]
      const [start = 0, head = 0, end = 0] = spans.subarray(at + 1, at + NUMBERS_OF_SPAN)
      if (piece === undefined) throw new Error('a line without its bytes')
      lines.#spans.push({ piece, start, head, end })
      lines.#bytes += end - start
    }
    return lines
  }

  /** The lines as plain data; none may be added afterwards. */
  pack(): PackedLines {
    const numbers = new Map(this.#pieces.map((piece, number) => [piece, number] as const))
    const spans = new Uint32Array(this.#spans.length * NUMBERS_OF_SPAN)
    for (const [line, { piece, start, head, end }] of this.#spans.entries())
      spans.set([numbers.get(piece) ?? 0, start, head, end], line * NUMBERS_OF_SPAN)
    return { pieces: this.#pieces.map(({ buffer, length }) => buffer.subarray(0, length)), spans }
  }

  /** The line with a number. */
  text(number: number): string {
    const { piece, start, end } = this.#spanOf(number)
    return piece.buffer.toString('utf8', start, end)
  }

  /** The head of the line with a number. */
  head(number: number): string {
    const { piece, head, end } = this.#spanOf(number)
    return piece.buffer.toString('utf8', head, end)
  }

  #spanOf(number: number): LineSpan {
    const span = this.#spans[number]
    if (span === undefined) throw new Error(`line ${number} does not exist`)
    return span
  }

  /** All lines except some, in pieces of whole lines. */
  *pieces(without: ReadonlySet<number>): Generator<Buffer> {
    let run: LineSpan | undefined
    for (const [number, span] of this.#spans.entries()) {
      if (run !== undefined && (run.piece !== span.piece || without.has(number))) {
        yield run.piece.buffer.subarray(run.start, run.end)
        run = undefined
      }
      if (!without.has(number)) run = { ...span, start: run?.start ?? span.start }
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

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
