// bzip2 decompression, block by block, of one or several streams behind each other, with their checksums. Written here because
// Node.js has none and the packages for it hold a whole block as a list of numbers and cannot tell a cut file from a whole one.
import { Buffer } from 'node:buffer'
import { Bits, bad, OutOfBits } from './bzip2-bits.ts'
import { readBlock } from './bzip2-block.ts'

const BLOCK = 0x314159265359
const END = 0x177245385090

/** Decodes the streams of a growing buffer. */
class Decoder {
  #bits = new Bits(new Uint8Array(0), 0)
  #level = 0
  #crc = 0
  #finished = false

  feed(bytes: Uint8Array, position: number): void {
    this.#bits = new Bits(bytes, position)
  }

  get position(): number {
    return this.#bits.position
  }

  /** Whether the input may end here. */
  get finished(): boolean {
    return this.#finished
  }

  /** The next block; an empty one at the end of a stream; `junk` when what follows the end of a stream is none. */
  next(): Uint8Array | 'junk' {
    if (this.#level === 0) return this.#start()
    const mark = this.#bits.read(48)
    if (mark === END) return this.#endStream()
    if (mark !== BLOCK) throw bad('a block does not begin where it should')
    const { bytes, crc } = readBlock(this.#bits, this.#level * 100_000)
    this.#crc = ((this.#crc << 1) | (this.#crc >>> 31)) ^ crc
    return bytes
  }

  #start(): Uint8Array | 'junk' {
    const header = this.#bits.read(32)
    const level = (header & 255) - 48
    if (Math.floor(header / 256) !== 0x425a68 || level < 1 || level > 9) {
      if (this.#finished) return 'junk'
      throw bad('no stream begins here')
    }
    this.#level = level
    this.#crc = 0
    this.#finished = false
    return new Uint8Array(0)
  }

  #endStream(): Uint8Array {
    if (this.#bits.read(32) !== this.#crc >>> 0) throw bad('the stream has a wrong checksum')
    this.#bits.align()
    this.#level = 0
    this.#finished = true
    return new Uint8Array(0)
  }
}

/** No compressed block is longer: 900 000 symbols of 20 bits. A block is tried when as much is there, or all of the input. */
const ENOUGH = 2_500_000

/** Decompresses a bzip2 byte stream; fails with a plain `Error` where it is corrupt or cut. Bytes behind the last stream are ignored. */
export async function* bunzip2(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decoder = new Decoder()
  let parts: Uint8Array[] = []
  let size = 0
  for await (const part of source) {
    parts.push(part)
    size += part.length
    if (size < 2 * ENOUGH) continue
    const rest = yield* blocksOf(decoder, Buffer.concat(parts), false)
    if (rest === undefined) return
    parts = [rest]
    size = rest.length
  }
  yield* blocksOf(decoder, Buffer.concat(parts), true)
}

/** The blocks at the front of `bytes`; returns what is left for later, or undefined when nothing more can come. */
function* blocksOf(
  decoder: Decoder,
  bytes: Uint8Array,
  last: boolean,
): Generator<Uint8Array, Uint8Array | undefined> {
  // Blocks end within bytes: the bit position is carried in the low three bits.
  decoder.feed(bytes, decoder.position & 7)
  for (;;) {
    const start = decoder.position
    if (last ? start >>> 3 >= bytes.length : bytes.length - (start >>> 3) < ENOUGH) {
      if (last && !decoder.finished) throw bad('the input is cut')
      return bytes.subarray(start >>> 3)
    }
    const block = nextBlock(decoder)
    if (block === 'junk') return undefined
    if (block.length > 0) yield block
  }
}

function nextBlock(decoder: Decoder): Uint8Array | 'junk' {
  try {
    return decoder.next()
  } catch (error) {
    if (!(error instanceof OutOfBits)) throw error
    if (decoder.finished) return 'junk'
    throw bad('the input is cut')
  }
}
