// Collects records into batches and writes them one after the other while the next one fills: the engine works on one core
// while this process reads on another, and memory stays at two batches.
import type { Asset } from '../../asset/index.ts'
import type { Store, WriteResult } from '../../store/index.ts'

/** When a batch is full. */
export interface BatchLimits {
  readonly records: number
  readonly bytes: number
}

/** Large enough for the engine to be fast, small enough for little memory and frequent acknowledgement. */
export const BATCH_LIMITS: BatchLimits = { records: 10_000, bytes: 24 * 1024 * 1024 }

/** Writes records in batches; `mark` is handed back once everything added before it is durable. */
export class Batcher<Mark> {
  readonly #store: Pick<Store, 'write'>
  readonly #limits: BatchLimits
  readonly #durable: (mark: Mark, result: WriteResult) => void
  #batch: Asset[] = []
  #bytes = 0
  #writing: Promise<void> = Promise.resolve()

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
    this.#batch.push(asset)
    this.#bytes += asset.body.length + asset.header.length + asset.banner.length + asset.cert.length + 1024
    return this.#batch.length >= this.#limits.records || this.#bytes >= this.#limits.bytes
  }

  /** Starts writing what was added, after the write before it; fails when an earlier write failed. */
  async flush(mark: Mark): Promise<void> {
    await this.#writing
    const batch = this.#batch
    this.#batch = []
    this.#bytes = 0
    this.#writing = this.#write(batch, mark)
    // The failure is thrown by the next flush or by `finish`; until then nobody listens.
    this.#writing.catch(() => undefined)
  }

  /** Writes the rest and waits until all is durable. */
  async finish(mark: Mark): Promise<void> {
    await this.flush(mark)
    await this.#writing
  }

  async #write(batch: readonly Asset[], mark: Mark): Promise<void> {
    const empty: WriteResult = { added: 0, replaced: 0, touched: 0, unchanged: 0 }
    this.#durable(mark, batch.length === 0 ? empty : await this.#store.write(batch))
  }
}
