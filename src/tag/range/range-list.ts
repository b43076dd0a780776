// The ranges of one source as columns of numbers: 12 bytes per IPv4 range, 36 per IPv6 range.
import { type Address, printAddress } from '../../util/index.ts'
import { addressOf, commonBits, type Width, wordsOf } from './words.ts'

/** Rows of first address, last address (both of `width` words) and label, one after the other. */
export interface RangeRows {
  readonly width: Width
  readonly rows: Uint32Array
}

/** The ranges of a source, families apart; plain data that threads can hand over. */
export interface RangeList {
  readonly four: RangeRows
  readonly six: RangeRows
}

/** Numbers per row. */
export const stride = (width: Width): number => 2 * width + 1

/** How many ranges there are. */
export const countRows = (list: RangeRows): number => list.rows.length / stride(list.width)

/** Collects ranges in the order given. */
export class RangeListBuilder {
  readonly #four = new Growing()
  readonly #six = new Growing()

  /** Ranges so far. */
  get size(): number {
    return this.#four.length / stride(1) + this.#six.length / stride(4)
  }

  /** Adds an IPv4 range by its numbers. */
  add4(first: number, last: number, label: number): void {
    this.#four.push(first)
    this.#four.push(last)
    this.#four.push(label)
  }

  /** Adds a range of either family; both addresses are of the same. */
  add(first: Address, last: Address, label: number): void {
    const rows = first.version === 4 ? this.#four : this.#six
    for (const word of wordsOf(first)) rows.push(word)
    for (const word of wordsOf(last)) rows.push(word)
    rows.push(label)
  }

  /** The ranges collected. */
  build(): RangeList {
    return { four: { width: 1, rows: this.#four.freeze() }, six: { width: 4, rows: this.#six.freeze() } }
  }
}

class Growing {
  length = 0
  #values = new Uint32Array(96)

  push(value: number): void {
    if (this.length === this.#values.length) {
      const wider = new Uint32Array(this.length * 2)
      wider.set(this.#values)
      this.#values = wider
    }
    this.#values[this.length++] = value
  }

  freeze(): Uint32Array {
    return this.#values.slice(0, this.length)
  }
}

/** The label of a range. */
export const labelAt = ({ width, rows }: RangeRows, row: number): number =>
  rows[row * stride(width) + 2 * width] ?? 0

/** How many leading bits all addresses of a range share. */
export const fixedBits = ({ width, rows }: RangeRows, row: number): number =>
  commonBits(rows, row * stride(width), rows, row * stride(width) + width, width)

/** The text of a range: an address, a CIDR, or `first-last` where it is not a valid CIDR. */
export function printRow(list: RangeRows, row: number): string {
  const { width, rows } = list
  const at = row * stride(width)
  const first = printAddress(addressOf(rows, at, width))
  const prefix = prefixOf(rows, at, width)
  if (prefix === width * 32) return first
  return prefix === undefined
    ? `${first}-${printAddress(addressOf(rows, at + width, width))}`
    : `${first}/${prefix}`
}

/** The length of the prefix when the row's range is exactly one CIDR. */
export function prefixOf(rows: Uint32Array, at: number, width: Width): number | undefined {
  const prefix = commonBits(rows, at, rows, at + width, width)
  for (let word = 0; word < width; word++) {
    const fixed = Math.min(32, Math.max(0, prefix - word * 32))
    const free = fixed === 0 ? 0xffff_ffff : fixed === 32 ? 0 : 0xffff_ffff >>> fixed
    const first = rows[at + word] ?? 0
    const last = rows[at + width + word] ?? 0
    if ((first & free) >>> 0 !== 0 || (last & free) >>> 0 !== free) return undefined
  }
  return prefix
}
