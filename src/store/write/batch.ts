// Records to write together, stored as encoded rows: compact, and ready for the engine.
import { type Asset, type MergeColumns, withStates } from '../../asset/index.ts'
import { decodeHead, decodeLine, encodeRow, identityKey } from '../schema/encode.ts'
import { Lines, type PackedLines } from './lines.ts'

/** A batch as plain data that can be passed between threads. */
export interface PackedBatch extends PackedLines {
  /** The identities of the lines, one per line. */
  readonly keys: string
}

/** A batch. It may contain an identity several times. It is written once. */
export class Batch implements Iterable<Asset> {
  #lines = new Lines()
  readonly #keys: string[] = []
  readonly #first = new Map<string, number>()
  /** The line numbers of the identities that occur more than once. */
  readonly #several = new Map<string, number[]>()

  /** How stored records change; undefined for a batch of observations, which are merged with them. */
  readonly derive: ((stored: Asset) => Asset) | undefined

  constructor(derive?: (stored: Asset) => Asset) {
    this.derive = derive
  }

  /** A batch that changes stored records without merging or adding any. */
  static revising(assets: Iterable<Asset>, derive: (stored: Asset) => Asset): Batch {
    const batch = new Batch(derive)
    for (const asset of assets) batch.add(asset)
    return batch
  }

  /** A batch of these records. */
  static of(assets: Iterable<Asset>): Batch {
    if (assets instanceof Batch) return assets
    const batch = new Batch()
    for (const asset of assets) batch.add(asset)
    return batch
  }

  /** Restores a batch that was packed in another thread. */
  static unpack(packed: PackedBatch): Batch {
    const batch = new Batch()
    batch.#lines = Lines.unpack(packed)
    for (const [number, key] of packed.keys.split('\n').entries())
      if (number < batch.#lines.count) batch.#count(key, number)
    return batch
  }

  /** The batch as plain data that takes over its memory; the batch must not be used afterwards. */
  pack(): PackedBatch {
    return { ...this.#lines.pack(), keys: this.#keys.join('\n') }
  }

  /** The number of records. */
  get records(): number {
    return this.#lines.count
  }

  /** The length of its rows in bytes. */
  get bytes(): number {
    return this.#lines.bytes
  }

  /** The distinct identities. */
  get keys(): ReadonlySet<string> {
    return new Set(this.#first.keys())
  }

  /** The identities that occur more than once. */
  get repeated(): Iterable<string> {
    return this.#several.keys()
  }

  /** Adds a record. */
  add(asset: Asset): void {
    const key = identityKey(asset)
    const number = this.#lines.count
    const { body, head } = encodeRow({ asset: asset.parts === '' ? withStates(asset) : asset })
    this.#lines.add(body, head)
    this.#count(key, number)
  }

  /** Adds the records of a batch that was packed. */
  append({ keys, ...packed }: PackedBatch): void {
    const lines = Lines.unpack(packed)
    for (const [index, key] of keys.split('\n').slice(0, lines.count).entries()) {
      const number = this.#lines.count
      this.#lines.addWhole(lines, index)
      this.#count(key, number)
    }
  }

  /** The columns that merging reads first; undefined when the identity occurs several times or not at all. */
  headOf(key: string): MergeColumns | undefined {
    const number = this.#first.get(key)
    return number === undefined || this.#several.has(key) ? undefined : decodeHead(this.#lines.head(number))
  }

  /** The records of an identity, in order. */
  *recordsOf(key: string): Generator<Asset> {
    for (const number of this.#numbersOf(key)) yield this.#record(number)
  }

  /** The rows of all identities except some, as bytes. */
  rowsWithout(keys: Iterable<string>): Generator<Buffer> {
    const numbers = [...keys].flatMap((key) => this.#numbersOf(key))
    return this.#lines.pieces(new Set(numbers))
  }

  /** Adds the row of an identity that occurs once to other lines, with another head. */
  addRow(key: string, head: string, to: Lines): void {
    const number = this.#first.get(key)
    if (number === undefined) throw new Error('a head of a record that the batch does not have')
    to.addFrom(this.#lines, number, head)
  }

  *[Symbol.iterator](): Generator<Asset> {
    for (let number = 0; number < this.#lines.count; number++) yield this.#record(number)
  }

  #count(key: string, number: number): void {
    this.#keys.push(key)
    const first = this.#first.get(key)
    const several = this.#several.get(key)
    if (first === undefined) this.#first.set(key, number)
    else if (several === undefined) this.#several.set(key, [first, number])
    else several.push(number)
  }

  #numbersOf(key: string): readonly number[] {
    const first = this.#first.get(key)
    return this.#several.get(key) ?? (first === undefined ? [] : [first])
  }

  #record(number: number): Asset {
    return decodeLine(this.#lines.text(number))
  }
}
