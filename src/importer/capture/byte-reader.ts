import { Buffer } from 'node:buffer'

const LF = 10
const SMALLEST = 128 * 1024

/**
 * Reads a stream of bytes by line and by length, with look-ahead. Buffers the look-ahead and one chunk. Returned bytes stay valid:
 * their memory is never written again.
 */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>
  #buffer: Buffer = Buffer.alloc(0)
  #start = 0
  #end = 0
  #ended = false

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** The next `length` bytes without consuming them; fewer only at the end of the stream. */
  async peek(length: number): Promise<Buffer> {
    while (this.#end - this.#start < length && (await this.#more()));
    return this.#buffer.subarray(this.#start, Math.min(this.#start + length, this.#end))
  }

  /** The next line with its line feed, or its first `limit` bytes, without consuming it; empty at the end of the stream. */
  async peekLine(limit: number): Promise<Buffer> {
    let searched = 0
    while (true) {
      // Reads nothing beyond the limit: a caller may return for every piece of a long line.
      const here = this.#buffer.subarray(this.#start, Math.min(this.#end, this.#start + limit))
      const found = here.indexOf(LF, searched)
      if (found >= 0) return here.subarray(0, found + 1)
      searched = here.length
      if (searched >= limit) return here
      if (!(await this.#more())) return here
    }
  }

  /** Skips `length` bytes; returns how many were skipped before the end of the stream. */
  async pass(length: number): Promise<number> {
    let left = length
    while (true) {
      const step = Math.min(left, this.#end - this.#start)
      this.#start += step
      left -= step
      if (left === 0 || !(await this.#more())) return length - left
    }
  }

  /** Closes the source before its end. */
  async close(): Promise<void> {
    await this.#source.return?.()
  }

  async #more(): Promise<boolean> {
    if (this.#ended) return false
    const next = await this.#source.next()
    if (next.done === true) this.#ended = true
    else this.#append(next.value)
    return !this.#ended
  }

  #append(chunk: Uint8Array): void {
    const held = this.#end - this.#start
    if (this.#end + chunk.length > this.#buffer.length) {
      // Doubles the buffer, so that copying stays proportional to the bytes read.
      const larger = Buffer.allocUnsafeSlow(Math.max(SMALLEST, 2 * (held + chunk.length)))
      this.#buffer.copy(larger, 0, this.#start, this.#end)
      this.#buffer = larger
      this.#start = 0
      this.#end = held
    }
    this.#buffer.set(chunk, this.#end)
    this.#end += chunk.length
  }
}
