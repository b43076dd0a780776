// All ranges of all sources, looked up by address. Every range is cut into CIDR blocks; sorted by first address and length they
// form a forest, because two blocks nest or lie apart. A look-up is one binary search and a walk from the longest block to
// the widest, so memory stays linear in the number of ranges however they overlap.
import type { Address } from '../../util/index.ts'
import { eachBlock } from './block.ts'
import { countRows, type RangeList, type RangeRows, stride } from './range-list.ts'
import { sortByDigit } from './sort.ts'
import { commonBits, compareWords, type Width, wordsOf } from './words.ts'

/** The sorted blocks of one family: block i begins at `firsts[i × width]`. */
interface Forest {
  readonly width: Width
  readonly firsts: Uint32Array
  readonly prefixes: Uint8Array
  /** The next block that covers what this one covers: the same block given again, else the next wider; -1 for none. */
  readonly parents: Int32Array
  /** The next wider block; skips the same block given a million times over. */
  readonly outers: Int32Array
  /** The number of the range over all lists of the family, in order. */
  readonly entries: Uint32Array
  /** For each value of the first 16 bits the first block from there on; empty where a search over all blocks is as quick. */
  readonly starts: Uint32Array
}

/** Both families; plain data that threads can hand over. */
export interface RangeTable {
  readonly four: Forest
  readonly six: Forest
}

/** Ranges that one look-up can return at most: far more than honest sources hold, little enough for hostile ones. */
export const MOST_MATCHES = 512

/** Builds the table over the ranges of all lists. */
export function buildRangeTable(lists: readonly RangeList[]): RangeTable {
  return {
    four: buildForest(
      lists.map((list) => list.four),
      1,
    ),
    six: buildForest(
      lists.map((list) => list.six),
      4,
    ),
  }
}

/** Memory of a table in bytes. */
export function tableBytes(table: RangeTable): number {
  const bytes = ({ firsts, prefixes, parents, outers, entries, starts }: Forest): number =>
    [firsts, prefixes, parents, outers, entries, starts].reduce((sum, { byteLength }) => sum + byteLength, 0)
  return bytes(table.four) + bytes(table.six)
}

interface Blocks {
  readonly width: Width
  readonly firsts: Uint32Array
  readonly prefixes: Uint8Array
  readonly entries: Uint32Array
}

function buildForest(lists: readonly RangeRows[], width: Width): Forest {
  const blocks = sortBlocks(cutBlocks(lists, width))
  return { ...blocks, ...findParents(blocks), starts: findStarts(blocks) }
}

const INDEXED = 4096
const HALVES = 65_536

/** With millions of blocks most steps of a search would wait for memory; the first 16 bits leave a few dozen blocks. */
function findStarts({ width, firsts, prefixes }: Blocks): Uint32Array {
  if (width !== 1 || prefixes.length < INDEXED) return new Uint32Array(0)
  const starts = new Uint32Array(HALVES + 1).fill(prefixes.length)
  for (let block = prefixes.length - 1; block >= 0; block--) starts[(firsts[block] ?? 0) >>> 16] = block
  for (let half = HALVES - 1; half >= 0; half--)
    starts[half] = Math.min(starts[half] ?? 0, starts[half + 1] ?? 0)
  return starts
}

function cutBlocks(lists: readonly RangeRows[], width: Width): Blocks {
  let count = 0
  for (const list of lists) {
    for (let row = 0; row < countRows(list); row++) eachBlock(list, row, () => count++)
  }
  const firsts = new Uint32Array(count * width)
  const prefixes = new Uint8Array(count)
  const entries = new Uint32Array(count)
  let block = 0
  let entry = 0
  for (const list of lists) {
    for (let row = 0; row < countRows(list); row++, entry++) {
      eachBlock(list, row, (words, at, prefix) => {
        for (let word = 0; word < width; word++) firsts[block * width + word] = words[at + word] ?? 0
        prefixes[block] = prefix
        entries[block++] = entry
      })
    }
  }
  return { width, firsts, prefixes, entries }
}

/** Sorted by first address, then widest first, then as the lists came. */
function sortBlocks({ width, firsts, prefixes, entries }: Blocks): Blocks {
  let order: Uint32Array = Uint32Array.from(entries.keys())
  order = sortByDigit(order, (block) => prefixes[block] ?? 0)
  for (let word = width - 1; word >= 0; word--) {
    order = sortByDigit(order, (block) => (firsts[block * width + word] ?? 0) & 0xffff)
    order = sortByDigit(order, (block) => (firsts[block * width + word] ?? 0) >>> 16)
  }
  const sortedFirsts = new Uint32Array(firsts.length)
  for (const [place, block] of order.entries()) {
    for (let word = 0; word < width; word++)
      sortedFirsts[place * width + word] = firsts[block * width + word] ?? 0
  }
  return {
    width,
    firsts: sortedFirsts,
    prefixes: Uint8Array.from(order, (block) => prefixes[block] ?? 0),
    entries: order.map((block) => entries[block] ?? 0),
  }
}

/** The block that contains this one is on the path of the block just before it. */
function findParents(blocks: Blocks): Pick<Forest, 'parents' | 'outers'> {
  const { width, firsts, prefixes } = blocks
  const parents = new Int32Array(prefixes.length)
  const outers = new Int32Array(prefixes.length)
  for (let block = 0; block < prefixes.length; block++) {
    let parent = block - 1
    while (parent >= 0 && !contains(blocks, parent, firsts, block * width)) parent = outers[parent] ?? -1
    parents[block] = parent
    const again =
      parent >= 0 &&
      prefixes[parent] === prefixes[block] &&
      compareWords(firsts, parent * width, firsts, block * width, width) === 0
    outers[block] = again ? (outers[parent] ?? -1) : parent
  }
  return { parents, outers }
}

type Bounds = Pick<Blocks, 'width' | 'firsts' | 'prefixes'>

function contains(
  { width, firsts, prefixes }: Bounds,
  block: number,
  words: ArrayLike<number>,
  at: number,
): boolean {
  return commonBits(firsts, block * width, words, at, width) >= (prefixes[block] ?? 0)
}

/** The longest block that covers the IPv4 address (a 32-bit number), or -1; its `parents` are all the others. */
export function findFour({ firsts, prefixes, outers, starts }: Forest, value: number): number {
  const half = value >>> 16
  let low = (starts[half] ?? 0) - 1
  let high = (starts[half + 1] ?? firsts.length) - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((firsts[middle] ?? 0) <= value) low = middle
    else high = middle - 1
  }
  while (low >= 0 && Math.clz32((firsts[low] ?? 0) ^ value) < (prefixes[low] ?? 0)) low = outers[low] ?? -1
  return low
}

/** The longest block of either family that covers the address given by its words, or -1. */
function findBlock(forest: Forest, words: readonly number[]): number {
  const { width, firsts, prefixes, outers } = forest
  if (width === 1) return findFour(forest, words[0] ?? 0)
  let low = -1
  let high = prefixes.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (compareWords(firsts, middle * width, words, 0, width) <= 0) low = middle
    else high = middle - 1
  }
  while (low >= 0 && !contains(forest, low, words, 0)) low = outers[low] ?? -1
  return low
}

/** Numbers of the ranges that cover the address, longest block first, each once. */
export function findRanges(table: RangeTable, address: Address): number[] {
  const forest = address.version === 4 ? table.four : table.six
  const found: number[] = []
  let block = findBlock(forest, wordsOf(address))
  for (; block >= 0 && found.length < MOST_MATCHES; block = forest.parents[block] ?? -1) {
    found.push(forest.entries[block] ?? 0)
  }
  return found
}

/** Which list a range number belongs to, and which row of it. */
export function locateRow(
  offsets: Uint32Array,
  entry: number,
): { readonly list: number; readonly row: number } {
  let low = 0
  let high = offsets.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((offsets[middle] ?? 0) <= entry) low = middle
    else high = middle - 1
  }
  return { list: low, row: entry - (offsets[low] ?? 0) }
}

/** For each list, the number of its first range over all lists. */
export function listOffsets(lists: readonly RangeRows[]): Uint32Array {
  const offsets = new Uint32Array(lists.length)
  let next = 0
  for (const [index, list] of lists.entries()) {
    offsets[index] = next
    next += list.rows.length / stride(list.width)
  }
  return offsets
}
