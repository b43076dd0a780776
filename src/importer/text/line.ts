// Lines of a byte stream, bounded in length.
import { Buffer } from 'node:buffer'
import type { Reading } from '../importer.ts'
import { cutText, decodeUtf8, wellFormed } from './bytes.ts'

/** Longest line or document in bytes where the caller says nothing: 32 MiB. */
export const DEFAULT_LINE_LIMIT = 32 * 1024 * 1024

/** Longest original text kept with a reject, in UTF-16 units. */
export const REJECT_TEXT_LIMIT = 64 * 1024

/** A reading that says why something could not become a record. */
export function reject(line: number, reason: string, text: string): Reading & { kind: 'reject' } {
  const reject = { line, reason: wellFormed(reason), text: cutText(text, REJECT_TEXT_LIMIT) }
  return { kind: 'reject', reject }
}

const KEPT = '; the record is kept without it'

/** A reading that says why a value of a line was left out of its record, which is made all the same. */
export function leaveOut(line: number, problem: string, text: string): Reading & { kind: 'reject' } {
  return reject(line, `${problem}${KEPT}`, text)
}

/** Whether the reason of a reject is that of a value alone: the record of the line is made. */
export function isLeftOut(reason: string): boolean {
  return reason.endsWith(KEPT)
}

/** One line without its end, or the reject that stands for a line beyond the limit. */
export type Line =
  | {
      readonly kind: 'line'
      /** From 1. */
      readonly line: number
      readonly text: string
      /** Whether a line end followed; false only for the last line of a stream. */
      readonly ended: boolean
      /** The line end that followed: `\n` behind any number of `\r`, or nothing. */
      readonly end: string
    }
  | Extract<Reading, { kind: 'reject' }>

/** How lines are read. */
interface LineOptions {
  /** Longest line in bytes; longer ones become one reject and reading goes on after them. */
  readonly lineLimit?: number | undefined
  /** What is before the two hexadecimal digits of a byte that is not valid UTF-8: `\x`, or `\\x` inside JSON text. */
  readonly invalidPrefix?: string
}

/** Cuts pushed chunks into lines at LF and CRLF; a byte-order mark at the start is dropped. */
export class LineSplitter {
  readonly #limit: number
  readonly #prefix: string
  #pending: Uint8Array[] = []
  #size = 0
  #line = 1

  constructor(options: LineOptions = {}) {
    this.#limit = options.lineLimit ?? DEFAULT_LINE_LIMIT
    this.#prefix = options.invalidPrefix ?? '\\x'
  }

  /** The lines that this chunk completes. The chunk must not be changed afterwards. */
  push(chunk: Uint8Array): Line[] {
    const lines: Line[] = []
    let start = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      this.#keep(chunk.subarray(start, end))
      lines.push(this.#take(true))
      start = end + 1
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start))
    return lines
  }

  /** The last line, when the stream did not end with a line end. */
  end(): Line[] {
    return this.#size > 0 ? [this.#take(false)] : []
  }

  #keep(piece: Uint8Array): void {
    // Beyond the limit only the size is counted: the text of the reject needs no more than the beginning.
    if (this.#size <= this.#limit) this.#pending.push(piece)
    this.#size += piece.length
  }

  #take(ended: boolean): Line {
    const [only] = this.#pending
    const bytes = this.#pending.length === 1 && only !== undefined ? only : Buffer.concat(this.#pending)
    const size = this.#size
    const line = this.#line++
    this.#pending = []
    this.#size = 0
    if (size > this.#limit) return tooLong(line, size, this.#limit, bytes)
    // Programs that write `\r\n` as text on Windows end their lines with `\r\r\n`.
    let end = bytes.length
    while (end > 0 && bytes[end - 1] === 13) end--
    const whole = decodeUtf8(bytes.subarray(0, end), this.#prefix)
    const text = line === 1 && whole.startsWith('\ufeff') ? whole.slice(1) : whole
    return { kind: 'line', line, text, ended, end: ended ? `${'\r'.repeat(bytes.length - end)}\n` : '' }
  }
}

/** The reject of a line or document longer than the limit. */
export function tooLong(
  line: number,
  size: number,
  limit: number,
  beginning: Uint8Array,
): Line & { kind: 'reject' } {
  const reason = `longer than the limit of ${limit} bytes (${size}); raise import.lineLimit to read it`
  return reject(line, reason, decodeUtf8(beginning.subarray(0, REJECT_TEXT_LIMIT)))
}

/** The lines of a text that ends its lines in LF, CRLF or, from careless writers, CRCRLF. */
export function splitHeaderLines(text: string): readonly string[] {
  return text.split('\n').map(withoutCarriageReturns)
}

function withoutCarriageReturns(line: string): string {
  let end = line.length
  while (line.charCodeAt(end - 1) === 13) end--
  return line.slice(0, end)
}

/** Reads a byte stream line by line. */
export async function* readLines(
  bytes: AsyncIterable<Uint8Array>,
  options: LineOptions = {},
): AsyncGenerator<Line> {
  const splitter = new LineSplitter(options)
  for await (const chunk of bytes) yield* splitter.push(chunk)
  yield* splitter.end()
}
