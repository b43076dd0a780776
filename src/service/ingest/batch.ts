// Writes batches while the next ones are read: the engine works on one core while reading does on another, and memory stays at a few
// batches. What a batch brought is durable seconds later, with the unit of changes it belongs to.
import type { Appended, Batch, Store, WriteResult } from '../../store/index.ts'

const NOTHING: Appended = {
  durable: Promise.resolve({ added: 0, replaced: 0, touched: 0, unchanged: 0 }),
}

/** Writes batches in their order; `mark` is handed back once everything before it is durable. */
export class Batcher<Mark> {
  readonly #store: Pick<Store, 'append' | 'flush'>
  readonly #durable: (mark: Mark, result: WriteResult) => void
  /** Settles when the last batch was taken in. */
  #appending: Promise<unknown> = Promise.resolve()
  /** Settles when all batches are durable and their marks handed back. */
  #written: Promise<void> = Promise.resolve()
  #failure: { readonly error: unknown } | undefined

  constructor(store: Pick<Store, 'append' | 'flush'>, durable: (mark: Mark, result: WriteResult) => void) {
    this.#store = store
    this.#durable = durable
  }

  /** Starts writing a batch, once the one before it was taken in; fails when an earlier write failed. */
  async write(batch: Batch, mark: Mark): Promise<void> {
    await this.#appending
    if (this.#failure !== undefined) throw this.#failure.error
    const appended = batch.records === 0 ? Promise.resolve(NOTHING) : this.#store.append(batch)
    this.#appending = appended
    this.#written = this.#follow(appended, mark, this.#written)
    // The failure is thrown by a later write or by `finish`; until then nobody listens.
    appended.catch(() => undefined)
    this.#written.catch((error: unknown) => {
      this.#failure ??= { error }
    })
  }

  /** Waits until all is durable. */
  async finish(): Promise<void> {
    await this.#appending
    await this.#store.flush()
    await this.#written
  }

  /** A mark is handed back when all before it were. */
  async #follow(appended: Promise<Appended>, mark: Mark, before: Promise<void>): Promise<void> {
    const [{ durable }] = await Promise.all([appended, before])
    this.#durable(mark, await durable)
  }
}
