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
/** Rows from this number of characters on are encoded value by value. */
const LONG_ROW = 16 * 1024

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
  const add = (json: string): void => {
    text += json
    if (text.length >= PIECE) flush()
  }
  const addLong = (row: readonly string[]): void => {
    const encode = createEncoder()
    let before = '['
    for (const value of row) {
      add(before)
      add(encode(value))
      before = ','
    }
    add(']')
  }
  return {
    write: (rows) => {
      for (const row of rows) {
        if (!first) text += ','
        first = false
        if (flat || !isLong(row)) add(JSON.stringify(flat ? (row[0] ?? '') : row))
        else addLong(row)
      }
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

/** Encodes the values of a row. A caller may ask for a long field many times: its value is encoded once. */
function createEncoder(): (value: string) => string {
  const known = new Map<string, string>()
  return (value) => {
    const json = known.get(value) ?? JSON.stringify(value)
    known.set(value, json)
    return json
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
