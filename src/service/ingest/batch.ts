// Writes batches while the next ones are read: the engine works on one core while reading does on another, and memory stays at a few
// batches.
import type { Batch, Store, WriteResult } from '../../store/index.ts'

const NOTHING_DONE: WriteResult = { added: 0, replaced: 0, touched: 0, unchanged: 0 }

/** Writes batches in their order; `mark` is handed back once everything before it is durable. */
export class Batcher<Mark> {
  readonly #store: Pick<Store, 'write'>
  readonly #durable: (mark: Mark, result: WriteResult) => void
  /** The last write and the one before it. */
  #writing: Promise<void> = Promise.resolve()
  #before: Promise<void> = Promise.resolve()

  constructor(store: Pick<Store, 'write'>, durable: (mark: Mark, result: WriteResult) => void) {
    this.#store = store
    this.#durable = durable
  }

  /** Starts writing a batch, once the write before the last one is over; fails when an earlier write failed. */
  async write(batch: Batch, mark: Mark): Promise<void> {
    await this.#before
    this.#before = this.#writing
    this.#writing = this.#write(batch, mark, this.#writing)
    // The failure is thrown by a later write or by `finish`; until then nobody listens.
    this.#writing.catch(() => undefined)
  }

  /** Waits until all is durable. */
  finish(): Promise<void> {
    return this.#writing
  }

  /** A mark is handed back when all before it were. */
  #write(batch: Batch, mark: Mark, before: Promise<void>): Promise<void> {
    const written = batch.records === 0 ? Promise.resolve(NOTHING_DONE) : this.#store.write(batch)
    return Promise.all([written, before]).then(([result]) => this.#durable(mark, result))
  }
}
