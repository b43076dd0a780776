// One block of a bzip2 stream: from bits to bytes.
import { Buffer } from 'node:buffer'
import { type Bits, bad, type Code, codeOf, LONGEST_CODE, readSymbol } from './bzip2-bits.ts'

const GROUP = 50

const CRC = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1
  return value >>> 0
})

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
    const next = starts[byte] ?? 0
    starts[byte] = next + 1
    sorted[next] = (sorted[next] ?? 0) | (at << 8)
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

/** Reads a block behind its mark: its bytes and whether they fit its checksum. `capacity` is what its stream allows. */
export function readBlock(
  bits: Bits,
  capacity: number,
): { readonly bytes: Uint8Array; readonly crc: number } {
  const stated = bits.read(32)
  if (bits.bit() === 1) throw bad('randomised blocks of version 0.9.0 and older are not supported')
  const origin = bits.read(24)
  const sorted = readSorted(bits, capacity)
  if (origin >= sorted.length) throw bad('a block begins outside itself')
  linkSorted(sorted)
  const block = unsort(sorted, origin)
  if (block.crc !== stated) throw bad('a block has a wrong checksum')
  return block
}
