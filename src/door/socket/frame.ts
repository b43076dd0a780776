// Stored rows over the operator's socket: a line that describes a piece, then its raw bytes.
import { AppError } from '../../error/index.ts'
import type { StoredRows } from '../../store/index.ts'

/** One piece in its encoded form. */
export function frameOf({ kind, columns, count, lines }: StoredRows): Buffer {
  return Buffer.concat([Buffer.from(jsonLine({ kind, columns, count, bytes: lines.length })), lines])
}

/** The last frame; without it the connection broke. */
export const LAST_FRAME = jsonLine({ finished: true })

/** The description of a piece, the end, or the sender's failure. */
interface Head extends Omit<StoredRows, 'lines'> {
  readonly bytes: number
  readonly finished?: true
  readonly failed?: unknown
}

/** The pieces of a stream. `failure` creates the error of a sender that failed. */
export async function* readFrames(
  stream: AsyncIterable<Uint8Array>,
  failure: (failed: unknown) => Error,
): AsyncGenerator<StoredRows> {
  const reader = new Reader(stream)
  for (;;) {
    const line = await reader.line()
    if (line === undefined)
      throw new AppError('unavailable', 'the server went away before all of its records were read')
    const { bytes, finished, failed, ...head } = JSON.parse(line) as Head
    if (finished) return
    if (failed !== undefined) throw failure(failed)
    yield { ...head, lines: await reader.bytes(bytes) }
  }
}

/** Reads lines and counted bytes from a stream with arbitrary chunks. */
class Reader {
  readonly #chunks: AsyncIterator<Uint8Array>
  #rest = Buffer.alloc(0)

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.#chunks = stream[Symbol.asyncIterator]()
  }

  /** Up to the next line end; undefined at the end of the stream. */
  async line(): Promise<string | undefined> {
    for (let end = this.#rest.indexOf(10); ; end = this.#rest.indexOf(10)) {
      if (end >= 0) return this.#take(end + 1).toString('utf8', 0, end)
      const { value, done } = await this.#chunks.next()
      if (done) return undefined
      this.#rest = Buffer.concat([this.#rest, value])
    }
  }

  async bytes(length: number): Promise<Buffer> {
    const parts = [this.#take(Math.min(length, this.#rest.length))]
    let missing = length - (parts[0]?.length ?? 0)
    while (missing > 0) {
      const { value, done } = await this.#chunks.next()
      if (done) throw new AppError('unavailable', 'the server went away in the middle of a piece')
      this.#rest = Buffer.from(value)
      const part = this.#take(Math.min(missing, this.#rest.length))
      parts.push(part)
      missing -= part.length
    }
    return Buffer.concat(parts)
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length)
    this.#rest = this.#rest.subarray(length)
    return taken
  }
}

/**
 * A value as one line of JSON. Node's line reader also ends lines at U+2028 and U+2029, which JSON leaves as they are, so those are
 * written as escapes.
 */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`
}
