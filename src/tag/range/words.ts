// Addresses as 32-bit words, most significant first: one for IPv4, four for IPv6.
import type { Address } from '../../util/index.ts'

/** Words per address of a family. */
export type Width = 1 | 4

const WORD = 0xffff_ffffn
const MAPPED = 0xffff_0000_0000n

/** The words of an address of its family. */
export function wordsOf(address: Address): readonly number[] {
  const { version, value } = address
  const low = Number(value & WORD)
  if (version === 4) return [low]
  return [Number(value >> 96n), Number((value >> 64n) & WORD), Number((value >> 32n) & WORD), low]
}

/** The address whose words begin at `at`. */
export function addressOf(words: ArrayLike<number>, at: number, width: Width): Address {
  if (width === 1) return { version: 4, value: MAPPED | BigInt(words[at] ?? 0) }
  let value = 0n
  for (let word = 0; word < 4; word++) value = (value << 32n) | BigInt(words[at + word] ?? 0)
  return { version: 6, value }
}

/** Negative, zero or positive as the words of `a` at `i` are below, at or above those of `b` at `j`. */
export function compareWords(
  a: ArrayLike<number>,
  i: number,
  b: ArrayLike<number>,
  j: number,
  width: Width,
): number {
  for (let word = 0; word < width; word++) {
    const difference = (a[i + word] ?? 0) - (b[j + word] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** How many leading bits the words at `i` and at `j` have in common. */
export function commonBits(
  a: ArrayLike<number>,
  i: number,
  b: ArrayLike<number>,
  j: number,
  width: Width,
): number {
  for (let word = 0; word < width; word++) {
    const difference = ((a[i + word] ?? 0) ^ (b[j + word] ?? 0)) >>> 0
    if (difference !== 0) return word * 32 + Math.clz32(difference)
  }
  return width * 32
}
