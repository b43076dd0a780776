// Writes batches while the next ones are read: the engine uses one core while the reader uses another, and memory stays at a few
// batches. A batch is durable seconds later, together with its unit of changes.
import type { Appended, Batch, Store, WriteResult } from '../../store/index.ts'

const NOTHING: Appended = {
  durable: Promise.resolve({ added: 0, replaced: 0, touched: 0, unchanged: 0 }),
}

/** Writes batches in order; `mark` is returned once everything before it is durable. */
export class Batcher<Mark> {
  readonly #store: Pick<Store, 'append' | 'flush'>
  readonly #durable: (mark: Mark, result: WriteResult) => void
  /** Settles when the last batch was accepted. */
  #appending: Promise<unknown> = Promise.resolve()
  /** Settles when all batches are durable and their marks returned. */
  #written: Promise<void> = Promise.resolve()
  #failure: { readonly error: unknown } | undefined

  constructor(store: Pick<Store, 'append' | 'flush'>, durable: (mark: Mark, result: WriteResult) => void) {
    this.#store = store
    this.#durable = durable
  }

  /** Starts to write a batch once the previous one was accepted; fails when an earlier write failed. */
  async write(batch: Batch, mark: Mark): Promise<void> {
    await this.#appending
    if (this.#failure !== undefined) throw this.#failure.error
    const appended = batch.records === 0 ? Promise.resolve(NOTHING) : this.#store.append(batch)
    this.#appending = appended
    this.#written = this.#follow(appended, mark, this.#written)
    // A later write or `finish` throws the failure; until then nothing handles it.
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

  /** Returns a mark after all earlier ones. */
  async #follow(appended: Promise<Appended>, mark: Mark, before: Promise<void>): Promise<void> {
    const [{ durable }] = await Promise.all([appended, before])
    this.#durable(mark, await durable)
  }
}
