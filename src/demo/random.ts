// Pseudo-random numbers that are the same on every machine: sfc32 (Chris Doty-Humphrey, PractRand, public domain), a 128-bit state
// of three mixed words and a counter, seeded with whole numbers and run fifteen rounds before the first use.

/** A stream of numbers that depends only on its seed. */
export class Random {
  #a: number
  #b: number
  #c: number
  #counter = 1

  constructor(first: number, second = 0, third = 0) {
    this.#a = first | 0
    this.#b = second | 0
    this.#c = third | 0
    for (let round = 0; round < 15; round++) this.#step()
  }

  #step(): number {
    const result = (((this.#a + this.#b) | 0) + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + result) | 0
    return result >>> 0
  }

  /** From 0 inclusive to 1 exclusive. */
  fraction(): number {
    return this.#step() / 4294967296
  }

  /** A whole number from 0 inclusive to `bound` exclusive. */
  below(bound: number): number {
    return Math.floor(this.fraction() * bound)
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.fraction() < probability
  }

  /** A uniform choice from a non-empty list. */
  pick<Item>(list: readonly Item[]): Item {
    const item = list[this.below(list.length)]
    if (item === undefined) throw new Error('pick from an empty list')
    return item
  }

  /** `length` digits of this alphabet. */
  digits(length: number, alphabet = '0123456789abcdef'): string {
    let text = ''
    for (let at = 0; at < length; at++) text += alphabet[this.below(alphabet.length)]
    return text
  }
}

/** A list whose items are drawn in proportion to their weights. */
export class Weighted<Item> {
  readonly #items: readonly Item[]
  readonly #bounds: Float64Array
  readonly #total: number

  constructor(items: readonly Item[], weightOf: (item: Item) => number) {
    this.#items = items
    this.#bounds = new Float64Array(items.length)
    let total = 0
    for (const [index, item] of items.entries()) {
      total += weightOf(item)
      this.#bounds[index] = total
    }
    this.#total = total
  }

  /** Draws one. */
  pick(random: Random): Item {
    const wanted = random.fraction() * this.#total
    let low = 0
    let high = this.#bounds.length - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#bounds[middle] ?? 0) > wanted) high = middle
      else low = middle + 1
    }
    const item = this.#items[low]
    if (item === undefined) throw new Error('pick from an empty list')
    return item
  }
}
