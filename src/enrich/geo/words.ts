// Addresses as 32-bit words, most significant first: one for IPv4, four for IPv6. Fast enough to parse half a million ranges at the
// start.

import { printAddress } from '../../util/index.ts'

const DOT = 0x2e
const COLON = 0x3a

/** Words per address of a family. */
export type Width = 1 | 4

/** Reads the address text in `bytes[from..to)` into `words` at `at`; false when it is not a valid address of that width. */
export function readWords(
  bytes: Uint8Array,
  from: number,
  to: number,
  words: Uint32Array,
  at: number,
  width: Width,
): boolean {
  return width === 1 ? readFour(bytes, from, to, words, at) : readSixteen(bytes, from, to, words, at)
}

/** Four octets separated by dots, or one decimal number. */
function readFour(bytes: Uint8Array, from: number, to: number, words: Uint32Array, at: number): boolean {
  let value = 0
  let part = 0
  let dots = 0
  for (let index = from; index < to; index++) {
    const byte = bytes[index] ?? 0
    if (byte === DOT) {
      if (part > 255) return false
      value = value * 256 + part
      part = 0
      dots++
    } else {
      const digit = byte - 0x30
      if (digit < 0 || digit > 9) return false
      part = part * 10 + digit
    }
  }
  if (to === from || (dots !== 0 && (dots !== 3 || part > 255)) || part > 0xffff_ffff) return false
  words[at] = dots === 0 ? part : value * 256 + part
  return true
}

/** Groups of hexadecimal digits separated by colons (`::` once), or one decimal number. */
function readSixteen(bytes: Uint8Array, from: number, to: number, words: Uint32Array, at: number): boolean {
  words.fill(0, at, at + 4)
  const groups: number[] = []
  let gap = -1
  let group = -1
  for (let index = from; index < to; index++) {
    const byte = bytes[index] ?? 0
    if (byte === COLON) {
      if (group >= 0) groups.push(group)
      else if (index > from && bytes[index - 1] === COLON) {
        if (gap >= 0) return false
        gap = groups.length
      }
      group = -1
    } else {
      const digit = hexDigit(byte)
      if (digit < 0) return false
      group = Math.max(group, 0) * 16 + digit
      if (group > 0xffff) return readDecimal(bytes, from, to, words, at)
    }
  }
  if (group >= 0) groups.push(group)
  if (gap < 0 ? groups.length !== 8 : groups.length > 7) return readDecimal(bytes, from, to, words, at)
  const missing = 8 - groups.length
  for (const [index, value] of groups.entries()) {
    const place = gap >= 0 && index >= gap ? index + missing : index
    const word = at + (place >> 1)
    words[word] = (words[word] ?? 0) + (place % 2 === 0 ? value * 65536 : value)
  }
  return true
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

function readDecimal(bytes: Uint8Array, from: number, to: number, words: Uint32Array, at: number): boolean {
  const text = Buffer.from(bytes.subarray(from, to)).toString('latin1')
  if (!/^\d{1,39}$/.test(text)) return false
  let value = BigInt(text)
  if (value >> 128n !== 0n) return false
  for (let word = 3; word >= 0; word--) {
    words[at + word] = Number(value & 0xffff_ffffn)
    value >>= 32n
  }
  return true
}

/** Negative, zero or positive when the `width` words of `a` at `i` are less than, equal to or greater than those of `b` at `j`. */
export function compareWords(a: Uint32Array, i: number, b: Uint32Array, j: number, width: Width): number {
  for (let word = 0; word < width; word++) {
    const difference = (a[i + word] ?? 0) - (b[j + word] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** The canonical text of the address whose words start at `at`. */
export function printWords(words: Uint32Array, at: number, width: Width): string {
  if (width === 1) {
    const value = words[at] ?? 0
    return `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`
  }
  let value = 0n
  for (let word = 0; word < 4; word++) value = (value << 32n) | BigInt(words[at + word] ?? 0)
  return printAddress({ version: 6, value })
}
