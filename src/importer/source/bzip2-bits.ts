// Bits and Huffman codes of bzip2 streams.

/** Longest code of a block's tables, in bits. */
export const LONGEST_CODE = 20

/** The bits ran out: more bytes are needed, or the input is cut. */
export class OutOfBits extends Error {}

/** Bits of a buffer, most significant first. */
export class Bits {
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

/** The failure of a corrupt stream. */
export function bad(what: string): Error {
  return new Error(`bzip2: ${what}`)
}

/** How many bits are looked up at once; longer codes are rare. */
const QUICK = 10

/** A Huffman code: for short codes symbol × 32 + length by the next bits; per length the last code and where its symbols begin. */
export interface Code {
  readonly quick: Uint16Array
  readonly limit: Int32Array
  readonly base: Int32Array
  readonly symbols: Uint16Array
}

/** The code of these lengths per symbol; 0 is not a code. */
export function codeOf(lengths: Uint8Array): Code {
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

/** Reads one symbol. */
export function readSymbol(bits: Bits, code: Code): number {
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
