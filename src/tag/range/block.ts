// A range as the CIDR blocks it consists of. Blocks either nest or lie apart, which is what the table builds on.
import type { Address } from '../../util/index.ts'
import { prefixOf, type RangeRows, stride } from './range-list.ts'
import { addressOf, type Width, wordsOf } from './words.ts'

/** Calls `take` for every block of the range at `row`, in ascending order: the first address is in `words` at `at`. */
export function eachBlock(
  list: RangeRows,
  row: number,
  take: (words: ArrayLike<number>, at: number, prefix: number) => void,
): void {
  const { width, rows } = list
  const at = row * stride(width)
  const prefix = prefixOf(rows, at, width)
  if (prefix !== undefined) {
    take(rows, at, prefix)
    return
  }
  const first = addressOf(rows, at, width)
  const last = addressOf(rows, at + width, width)
  for (const block of cut(first, last, width)) take(wordsOf(block.first), 0, block.prefix)
}

function* cut(
  first: Address,
  last: Address,
  width: Width,
): Generator<{ readonly first: Address; readonly prefix: number }> {
  const bits = width * 32
  const base = width === 1 ? 0xffff_0000_0000n : 0n
  const end = last.value - base
  for (let at = first.value - base; at <= end; ) {
    let free = 0
    while (free < bits && fits(at, free + 1, end)) free++
    yield { first: { version: first.version, value: at + base }, prefix: bits - free }
    at += 1n << BigInt(free)
  }
}

/** Whether a block of `2^free` addresses can begin at `at` and end by `end`. */
function fits(at: bigint, free: number, end: bigint): boolean {
  const span = 1n << BigInt(free)
  return at % span === 0n && at + span - 1n <= end
}
