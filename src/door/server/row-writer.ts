// Writes rows as the bytes of a JSON array, in pieces and never beyond a limit.
import { AppError } from '../../error/index.ts'
import type { AnswerMemory } from './allowance.ts'

/** Collects rows as JSON bytes. */
export interface RowWriter {
  /** Adds rows; fails with code `params` as soon as the bytes exceed the limit, and when there is no memory for them. */
  readonly write: (rows: readonly (readonly string[])[]) => void
  /** The whole array, including `[` and `]`. Never fails, so that a search may be charged first. */
  readonly finish: () => readonly Buffer[]
}

/** How rows are written. */
interface RowWriterOptions {
  /** Longest array in bytes. */
  readonly limit: number
  /** Whether only the first value of each row is written, not wrapped in an array. */
  readonly flat: boolean
  readonly memory: Pick<AnswerMemory, 'take'>
}

/** Characters of text collected before they become bytes; bytes of a piece of a long row. */
const PIECE = 64 * 1024
/** Rows from this number of characters on are encoded value by value. */
const LONG_ROW = 16 * 1024

/** A new writer without rows. */
export function createRowWriter({ limit, flat, memory }: RowWriterOptions): RowWriter {
  const pieces: Buffer[] = []
  let bytes = 0
  let text = '['
  let first = true
  const push = (piece: Buffer): void => {
    if (bytes + piece.length > limit) throw tooLong(limit)
    memory.take(piece.length)
    bytes += piece.length
    pieces.push(piece)
  }
  const flush = (): void => {
    if (text === '') return
    const piece = Buffer.from(text)
    text = ''
    push(piece)
  }
  const add = (row: readonly string[]): void => {
    if (!first) text += ','
    first = false
    if (flat || !isLong(row)) text += JSON.stringify(flat ? (row[0] ?? '') : row)
    else {
      flush()
      for (const piece of longRow(row)) push(piece)
    }
    if (text.length >= PIECE) flush()
  }
  return {
    write: (rows) => {
      for (const row of rows) add(row)
      flush()
    },
    finish: () => [...pieces, Buffer.from(`${text}]`)],
  }
}

function isLong(row: readonly string[]): boolean {
  let length = 0
  for (const value of row) length += value.length
  return length >= LONG_ROW
}

const [START, COMMA, END] = ['[', ',', ']'].map((sign) => Buffer.from(sign)) as [Buffer, Buffer, Buffer]

/**
 * A long row in pieces, without texts of its length. A caller may ask for a long field many times: each distinct value is encoded once
 * and then copied.
 */
function* longRow(row: readonly string[]): Generator<Buffer, void> {
  const known = new Map<string, Buffer>()
  let piece = Buffer.allocUnsafeSlow(PIECE)
  let used = 0
  function* put(encoded: Buffer): Generator<Buffer, void> {
    for (let at = 0; at < encoded.length; ) {
      const copied = encoded.copy(piece, used, at)
      at += copied
      used += copied
      if (used < PIECE) continue
      yield piece
      piece = Buffer.allocUnsafeSlow(PIECE)
      used = 0
    }
  }
  for (const [index, value] of row.entries()) {
    yield* put(index === 0 ? START : COMMA)
    const encoded = known.get(value) ?? Buffer.from(JSON.stringify(value))
    known.set(value, encoded)
    yield* put(encoded)
  }
  yield* put(END)
  // A copy: the rest of the piece would stay in memory.
  if (used > 0) yield Buffer.from(piece.subarray(0, used))
}

function tooLong(limit: number): AppError {
  return new AppError(
    'params',
    `[-4] Params Error: the answer would exceed ${printBytes(limit)}; ask for a smaller size`,
  )
}

/** A number of bytes in the largest unit that divides it. */
export function printBytes(bytes: number): string {
  for (const [unit, name] of UNITS) {
    if (bytes >= unit && bytes % unit === 0) return `${bytes / unit} ${name}`
  }
  return `${bytes} bytes`
}

const UNITS = [
  [1024 ** 3, 'GiB'],
  [1024 ** 2, 'MiB'],
  [1024, 'KiB'],
] as const
