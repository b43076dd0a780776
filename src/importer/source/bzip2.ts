// bzip2 decompression, block by block, of one or several streams behind each other, with their checksums. Written here because
// Node.js has none and the packages for it hold a whole block as a list of numbers and cannot tell a cut file from a whole one.
import { Buffer } from 'node:buffer'

const BLOCK = 0x314159265359
const END = 0x177245385090
const GROUP = 50
const LONGEST_CODE = 20

/** The bits ran out: more bytes are needed, or the input is cut. */
class OutOfBits extends Error {}

/** Bits of a buffer, most significant first. */
class Bits {
  readonly #bytes: Uint8Array
  readonly #size: number
  #at: number

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.#size = bytes.length * 8
    this.#at = at
  }

  /** Bits used so far. */
  get position(): number {
    return this.#at
  }

  /** The next `count` ≤ 24 bits without taking them; zeros beyond the end. */
  peek(count: number): number {
    const byte = this.#at >>> 3
    const bytes = this.#bytes
    const four =
      ((bytes[byte] ?? 0) << 24) |
      ((bytes[byte + 1] ?? 0) << 16) |
      ((bytes[byte + 2] ?? 0) << 8) |
      (bytes[byte + 3] ?? 0)
    return (four << (this.#at & 7)) >>> (32 - count)
  }

  skip(count: number): void {
    this.#at += count
    if (this.#at > this.#size) throw new OutOfBits()
  }

  bit(): number {
    return this.read(1)
  }

  /** Up to 48 bits as a number. */
  read(count: number): number {
    const first = Math.min(count, 24)
    let value = this.peek(first)
    this.skip(first)
    if (count > first) {
      value = value * 2 ** (count - first) + this.peek(count - first)
      this.skip(count - first)
    }
    return value
  }

  align(): void {
    this.#at = (this.#at + 7) & ~7
  }
}

const CRC = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1
  return value >>> 0
})

function bad(what: string): Error {
  return new Error(`bzip2: ${what}`)
}

/** How many bits are looked up at once; longer codes are rare. */
const QUICK = 10

/** A Huffman code: for short codes symbol × 32 + length by the next bits; per length the last code and where its symbols begin. */
interface Code {
  readonly quick: Uint16Array
  readonly limit: Int32Array
  readonly base: Int32Array
  readonly symbols: Uint16Array
}

function codeOf(lengths: Uint8Array): Code {
  const limit = new Int32Array(LONGEST_CODE + 1).fill(-1)
  const base = new Int32Array(LONGEST_CODE + 1)
  const quick = new Uint16Array(1 << QUICK)
  const symbols: number[] = []
  let code = 0
  for (let length = 1; length <= LONGEST_CODE; length++) {
    base[length] = code - symbols.length
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] !== length) continue
      symbols.push(symbol)
      const spare = QUICK - length
      if (spare >= 0) quick.fill(symbol * 32 + length, code << spare, (code + 1) << spare)
      code++
    }
    limit[length] = code - 1
    code <<= 1
  }
  return { quick, limit, base, symbols: Uint16Array.from(symbols) }
}

function readSymbol(bits: Bits, code: Code): number {
  const entry = code.quick[bits.peek(QUICK)] ?? 0
  if (entry !== 0) {
    bits.skip(entry & 31)
    return entry >>> 5
  }
  for (let length = QUICK + 1; length <= LONGEST_CODE; length++) {
    const value = bits.peek(length)
    if (value > (code.limit[length] ?? -1)) continue
    bits.skip(length)
    const symbol = code.symbols[value - (code.base[length] ?? 0)]
    if (symbol !== undefined) return symbol
  }
  throw bad('a code is in no table')
}

function readUsedBytes(bits: Bits): Uint8Array {
  const used: number[] = []
  const ranges = bits.read(16)
  for (let range = 0; range < 16; range++) {
    if ((ranges & (0x8000 >> range)) === 0) continue
    const row = bits.read(16)
    for (let column = 0; column < 16; column++) if (row & (0x8000 >> column)) used.push(range * 16 + column)
  }
  if (used.length === 0) throw bad('a block uses no byte')
  return Uint8Array.from(used)
}

function readSelectors(bits: Bits, tables: number): Uint8Array {
  const count = bits.read(15)
  if (count === 0) throw bad('no selectors')
  const order = Array.from({ length: tables }, (_, index) => index)
  return Uint8Array.from({ length: count }, () => {
    let depth = 0
    while (bits.bit() === 1) if (++depth >= tables) throw bad('a selector names no table')
    const [table = 0] = order.splice(depth, 1)
    order.unshift(table)
    return table
  })
}

function readLengths(bits: Bits, symbols: number): Uint8Array {
  let length = bits.read(5)
  return Uint8Array.from({ length: symbols }, () => {
    for (;;) {
      if (length < 1 || length > LONGEST_CODE) throw bad('a code has an impossible length')
      if (bits.bit() === 0) return length
      length += bits.bit() === 0 ? 1 : -1
    }
  })
}

/** The block's bytes after move-to-front and run lengths, before the sort is undone; each in the low 8 bits. */
function readSorted(bits: Bits, capacity: number): Uint32Array {
  const front = readUsedBytes(bits)
  const tables = bits.read(3)
  if (tables < 2 || tables > 6) throw bad('an impossible number of tables')
  const selectors = readSelectors(bits, tables)
  const codes = Array.from({ length: tables }, () => codeOf(readLengths(bits, front.length + 2)))
  const sorted = new Uint32Array(capacity)
  const end = front.length + 1
  let size = 0
  let run = 0
  let weight = 1
  for (let group = 0, left = 0, code: Code | undefined; ; left--) {
    if (left === 0) {
      code = codes[selectors[group++] ?? 255]
      left = GROUP
    }
    if (code === undefined) throw bad('more symbols than selectors')
    const symbol = readSymbol(bits, code)
    if (symbol < 2) {
      run += weight << symbol
      weight <<= 1
      if (run > capacity) throw bad('a run beyond the block')
      continue
    }
    if (size + run + 1 > capacity && symbol !== end) throw bad('more bytes than the block holds')
    if (run > 0) {
      if (size + run > capacity) throw bad('more bytes than the block holds')
      sorted.fill(front[0] ?? 0, size, size + run)
      size += run
      run = 0
      weight = 1
    }
    if (symbol === end) return sorted.subarray(0, size)
    const byte = front[symbol - 1] ?? 0
    front.copyWithin(1, 0, symbol - 1)
    front[0] = byte
    sorted[size++] = byte
  }
}

/** Links each place to the next one of the original order: its number goes into the upper 24 bits. */
function linkSorted(sorted: Uint32Array): void {
  const starts = new Uint32Array(256)
  for (const value of sorted) starts[value] = (starts[value] ?? 0) + 1
  let sum = 0
  for (let byte = 0; byte < 256; byte++) {
    const count = starts[byte] ?? 0
    starts[byte] = sum
    sum += count
  }
  for (let at = 0; at < sorted.length; at++) {
    const byte = (sorted[at] ?? 0) & 255
    const place = starts[byte] ?? 0
    starts[byte] = place + 1
    sorted[place] = (sorted[place] ?? 0) | (at << 8)
  }
}

/** The original bytes: the sort undone, and the outer run lengths (four equal bytes, then a count) expanded. */
function unsort(sorted: Uint32Array, origin: number): { bytes: Uint8Array; crc: number } {
  let out = new Uint8Array(sorted.length + 1024)
  let size = 0
  let crc = 0xffffffff
  let at = (sorted[origin] ?? 0) >>> 8
  let same = 0
  let last = -1
  for (let left = sorted.length; left > 0; left--) {
    const entry = sorted[at] ?? 0
    at = entry >>> 8
    const byte = entry & 255
    const times = same === 4 ? byte : 1
    if (same === 4) same = 0
    else {
      same = byte === last ? same + 1 : 1
      last = byte
    }
    if (size + times > out.length) out = Buffer.concat([out], Math.max(out.length * 2, size + 1024))
    for (let time = 0; time < times; time++) {
      out[size++] = last
      crc = ((crc << 8) ^ (CRC[((crc >>> 24) ^ last) & 255] ?? 0)) >>> 0
    }
  }
  return { bytes: out.subarray(0, size), crc: ~crc >>> 0 }
}

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
    const stated = this.#bits.read(32)
    if (this.#bits.bit() === 1) throw bad('randomised blocks of version 0.9.0 and older are not supported')
    const origin = this.#bits.read(24)
    const sorted = readSorted(this.#bits, this.#level * 100_000)
    if (origin >= sorted.length) throw bad('a block begins outside itself')
    linkSorted(sorted)
    const { bytes, crc } = unsort(sorted, origin)
    if (crc !== stated) throw bad('a block has a wrong checksum')
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
