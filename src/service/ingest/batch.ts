// Collects records into batches and writes them while the next ones fill: the engine works on one core while this process reads on
// another, and memory stays at three batches.
import type { Asset } from '../../asset/index.ts'
import { Batch, type Store, type WriteResult } from '../../store/index.ts'

/** When a batch is full. */
export interface BatchLimits {
  readonly records: number
  /** Of the rows that are written. */
  readonly bytes: number
}

/** Large enough for the engine to be fast, small enough for little memory and frequent acknowledgement. */
export const BATCH_LIMITS: BatchLimits = {
  records: 8_000,
  bytes: 24 * 1024 * 1024,
}

/** Writes records in batches; `mark` is handed back once everything added before it is durable. */
export class Batcher<Mark> {
  readonly #store: Pick<Store, 'write'>
  readonly #limits: BatchLimits
  readonly #durable: (mark: Mark, result: WriteResult) => void
  #batch = new Batch()
  /** The last write and the one before it. */
  #writing: Promise<void> = Promise.resolve()
  #before: Promise<void> = Promise.resolve()

  constructor(
    store: Pick<Store, 'write'>,
    limits: BatchLimits,
    durable: (mark: Mark, result: WriteResult) => void,
  ) {
    this.#store = store
    this.#limits = limits
    this.#durable = durable
  }

  /** Adds a record; true when the batch is full and `flush` is due. */
  add(asset: Asset): boolean {
    this.#batch.add(asset)
    return this.#batch.records >= this.#limits.records || this.#batch.bytes >= this.#limits.bytes
  }

  /** Starts writing what was added, once the write before the last one is over; fails when an earlier write failed. */
  async flush(mark: Mark): Promise<void> {
    await this.#before
    const batch = this.#batch
    this.#batch = new Batch()
    this.#before = this.#writing
    this.#writing = this.#write(batch, mark, this.#writing)
    // The failure is thrown by a later flush or by `finish`; until then nobody listens.
    this.#writing.catch(() => undefined)
  }

  /** Writes the rest and waits until all is durable. */
  async finish(mark: Mark): Promise<void> {
    await this.flush(mark)
    await this.#writing
  }

  /** A mark is handed back when all before it were. */
  #write(batch: Batch, mark: Mark, before: Promise<void>): Promise<void> {
    const written = batch.records === 0 ? Promise.resolve(NOTHING_DONE) : this.#store.write(batch)
    return Promise.all([written, before]).then(([result]) => this.#durable(mark, result))
  }
}

const NOTHING_DONE: WriteResult = { added: 0, replaced: 0, touched: 0, unchanged: 0 }
