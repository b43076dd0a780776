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

/** Characters of text collected before they become bytes. */
const PIECE = 64 * 1024

/** A new writer without rows. */
export function createRowWriter({ limit, flat, memory }: RowWriterOptions): RowWriter {
  const pieces: Buffer[] = []
  let bytes = 0
  let text = '['
  let first = true
  const flush = (): void => {
    if (text === '') return
    const piece = Buffer.from(text)
    if (bytes + piece.length > limit) throw tooLong(limit)
    memory.take(piece.length)
    bytes += piece.length
    pieces.push(piece)
    text = ''
  }
  return {
    write: (rows) => {
      for (const row of rows) {
        const json = JSON.stringify(flat ? (row[0] ?? '') : row)
        text += first ? json : `,${json}`
        first = false
        if (text.length >= PIECE) flush()
      }
      flush()
    },
    finish: () => [...pieces, Buffer.from(`${text}]`)],
  }
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
