// Byte streams as async iterables: peeking, reading exact numbers of bytes, piping through a transform.
import { Buffer } from 'node:buffer'
import type { Transform } from 'node:stream'

/** A stream of bytes. */
export type Bytes = AsyncIterable<Uint8Array>

/** A stream that supports peeking, reading exact amounts, and unreading. For one reader at a time. */
export class ByteQueue {
  readonly #source: AsyncIterator<Uint8Array>
  #ahead: Uint8Array[] = []
  #have = 0
  #ended = false
  #failure: unknown

  constructor(source: Bytes) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** The next chunk; undefined at the end. Fails when the source does, after all earlier chunks. */
  async next(): Promise<Uint8Array | undefined> {
    const chunk = this.#ahead.shift()
    if (chunk !== undefined) {
      this.#have -= chunk.length
      return chunk
    }
    if (this.#failure !== undefined) throw this.#failure
    if (this.#ended) return undefined
    const next = await this.#source.next()
    if (next.done) this.#ended = true
    return next.done ? undefined : next.value
  }

  /** Puts bytes back in front. */
  unread(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    this.#ahead.unshift(bytes)
    this.#have += bytes.length
  }

  /** The next `size` bytes, fewer if the stream ends or fails before; they stay in the queue. */
  async look(size: number): Promise<Uint8Array> {
    while (this.#have < size && !this.#ended && this.#failure === undefined) await this.#fill()
    if (this.#ahead.length > 1) this.#ahead = [Buffer.concat(this.#ahead)]
    return (this.#ahead[0] ?? new Uint8Array(0)).subarray(0, size)
  }

  /** The next `size` bytes, fewer at the end. */
  async take(size: number): Promise<Uint8Array> {
    const bytes = await this.look(size)
    const [all] = this.#ahead
    if (all === undefined) return bytes
    this.#ahead = all.length > bytes.length ? [all.subarray(bytes.length)] : []
    this.#have = all.length - bytes.length
    return bytes
  }

  /** Whether at most `size` bytes are left, as far as the queue has peeked. */
  endsWithin(size: number): boolean {
    return this.#ended && this.#have <= size
  }

  /** The failure of the source after the buffered bytes, as far as the queue has peeked. */
  get failure(): unknown {
    return this.#failure
  }

  /** The rest as a stream; closing it closes the source. */
  async *rest(): AsyncGenerator<Uint8Array> {
    try {
      for (let chunk = await this.next(); chunk !== undefined; chunk = await this.next()) yield chunk
    } finally {
      await this.close()
    }
  }

  /** Closes the source without reading it to its end. */
  async close(): Promise<void> {
    this.#ahead = []
    this.#have = 0
    this.#ended = true
    await this.#source.return?.()
  }

  async #fill(): Promise<void> {
    try {
      const next = await this.#source.next()
      if (next.done) this.#ended = true
      else {
        this.#ahead.push(next.value)
        this.#have += next.value.length
      }
    } catch (error) {
      // Bytes from before the failure are still to be read; the failure follows them.
      this.#failure = error
    }
  }
}

/**
 * Pipes a queue through a transform of Node.js until the transform or the queue ends: nothing is read before it is requested, all
 * output before a failure is yielded before the failure is thrown, and input that the transform did not use, as far as it knows, is
 * returned to the queue.
 */
export async function* through(
  queue: ByteQueue,
  engine: Transform & { readonly bytesWritten: number },
): AsyncGenerator<Uint8Array> {
  let wake = (): void => undefined
  let failure: Error | undefined
  let ended = false
  engine.on('readable', () => wake())
  engine.on('end', () => {
    ended = true
    wake()
  })
  engine.on('error', (error) => {
    failure = error
    wake()
  })
  async function* drain(done: () => boolean): AsyncGenerator<Uint8Array> {
    for (;;) {
      const piece: unknown = engine.read()
      if (piece instanceof Uint8Array) yield piece
      else if (failure !== undefined) throw failure
      else if (done()) return
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  }
  try {
    for (let chunk = await queue.next(); chunk !== undefined; chunk = await queue.next()) {
      const before = engine.bytesWritten
      let written = false
      engine.write(chunk, () => {
        written = true
        wake()
      })
      try {
        yield* drain(() => written || ended)
      } catch (error) {
        queue.unread(chunk.subarray(engine.bytesWritten - before))
        throw error
      }
      const used = engine.bytesWritten - before
      if (used === chunk.length && !ended) continue
      queue.unread(chunk.subarray(used))
      return
    }
    engine.end()
    yield* drain(() => ended)
  } finally {
    engine.destroy()
  }
}
