// Ranges of addresses as the CIDRs that they consist of.

/** Addresses from `first` to `last`, both included. */
interface Range {
  readonly first: bigint
  readonly last: bigint
}

/** A CIDR: its first address and its length, of 128 bits. */
interface Cidr {
  readonly start: bigint
  readonly length: number
}

/** The CIDRs that a range consists of, in order. */
export function* cidrsOf({ first, last }: Range): Generator<Cidr> {
  for (let start = first; start <= last; ) {
    const bits = Math.min(zerosBelow(start), log2(last - start + 1n))
    yield { start, length: 128 - bits }
    start += 1n << BigInt(bits)
  }
}

/** The number of CIDRs that a range consists of. */
export function cidrCount(range: Range): number {
  let count = 0
  for (const _ of cidrsOf(range)) count++
  return count
}

function zerosBelow(value: bigint): number {
  return value === 0n ? 128 : log2(value & -value)
}

function log2(value: bigint): number {
  return value.toString(2).length - 1
}
