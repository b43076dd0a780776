// Records that are to be written together, kept as the rows they become: small, and ready for the engine.
import { type Asset, type Unit, unitOf } from '../../asset/index.ts'
import { decodeRow, encodeRow, identityKey, type Row } from './encode.ts'
import { nextWriteId } from './journal.ts'
import { Lines } from './lines.ts'

/** A batch; it may hold one identity several times, and is written once. */
export class Batch implements Iterable<Asset> {
  /** The number of rows that are written as they came. */
  readonly writeId = nextWriteId()
  readonly #lines = new Lines()
  readonly #first = new Map<string, number>()
  /** The numbers of all lines of the identities that came again. */
  readonly #several = new Map<string, number[]>()

  /** A batch of these records. */
  static of(assets: Iterable<Asset>): Batch {
    if (assets instanceof Batch) return assets
    const batch = new Batch()
    for (const asset of assets) batch.add(asset)
    return batch
  }

  /** How many records it holds. */
  get records(): number {
    return this.#lines.count
  }

  /** The length of its rows. */
  get bytes(): number {
    return this.#lines.bytes
  }

  /** The identities, each once. */
  get keys(): ReadonlySet<string> {
    return new Set(this.#first.keys())
  }

  /** The identities that came more than once. */
  get repeated(): Iterable<string> {
    return this.#several.keys()
  }

  /** Adds a record. */
  add(asset: Asset): void {
    const key = identityKey(asset)
    const number = this.#lines.count
    this.#lines.add(encodeRow(unitOf(asset), this.writeId))
    const first = this.#first.get(key)
    if (first === undefined) this.#first.set(key, number)
    else this.#several.set(key, [...(this.#several.get(key) ?? [first]), number])
  }

  /** The units of an identity, in the order they came. */
  unitsOf(key: string): readonly Unit[] {
    return this.#numbersOf(key).map((number) => this.#unit(number))
  }

  /** The rows of all identities but some, as bytes. */
  rowsWithout(keys: Iterable<string>): Generator<Buffer> {
    const numbers = [...keys].flatMap((key) => this.#numbersOf(key))
    return this.#lines.pieces(new Set(numbers))
  }

  /** The units of all identities but some. */
  *unitsWithout(keys: ReadonlySet<string>): Generator<Unit> {
    for (const [key, number] of this.#first) if (!keys.has(key)) yield this.#unit(number)
  }

  *[Symbol.iterator](): Generator<Asset> {
    for (let number = 0; number < this.#lines.count; number++) yield this.#unit(number).asset
  }

  #numbersOf(key: string): readonly number[] {
    const first = this.#first.get(key)
    return this.#several.get(key) ?? (first === undefined ? [] : [first])
  }

  #unit(number: number): Unit {
    return decodeRow(JSON.parse(this.#lines.text(number)) as Row)
  }
}
