// Looking at the beginning of a stream before deciding how to read it.
import { Buffer } from 'node:buffer'

/** The beginning of a stream, and the whole stream again. */
export interface LookedAt {
  /** At least `size` bytes, unless the stream is shorter. */
  readonly head: Uint8Array
  readonly bytes: AsyncIterable<Uint8Array>
}

/** Reads `size` bytes ahead. */
export async function lookAhead(bytes: AsyncIterable<Uint8Array>, size: number): Promise<LookedAt> {
  const iterator = bytes[Symbol.asyncIterator]()
  const chunks: Uint8Array[] = []
  let length = 0
  while (length < size) {
    const next = await iterator.next()
    if (next.done === true) break
    chunks.push(next.value)
    length += next.value.length
  }
  const head = Buffer.concat(chunks)
  return { head, bytes: again(head, iterator) }
}

async function* again(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}
