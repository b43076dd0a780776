// Settings of the records' parts: how large the engine's own merges make them, and how long replaced ones stay. A rescan of the same
// hosts deletes the rows that it replaces, and merging parts with deleted rows rebuilds their text indexes; parts that a scan is about
// to replace are best left alone. So merges stop at a fraction of the store, and sooner while records are replaced, and `Compaction`
// merges the rest once nothing changes.
import { sql } from '../../../sql/index.ts'
import type { Engine } from '../index.ts'

/** Merges always make parts of this size (bytes), and beyond it parts of this fraction of the store. */
const LEAST_BYTES = 64 * 1024 ** 2
const FRACTION = 16

/** The largest part that merges make in a store of this size (bytes): a power of two, so that it changes rarely. */
export function mergeLimit(bytes: number): number {
  return Math.max(LEAST_BYTES, 2 ** Math.ceil(Math.log2(Math.max(1, bytes / FRACTION))))
}

/**
 * How long parts stay that a merge or deletion replaced (seconds): what replaced them can be cut by a full disk, and no merge is synced.
 * The default of ClickHouse; that of the embedded engine (chdb 3.4) is 0, with which it removed them while the disk was full.
 */
const REPLACED_SECONDS = 480

/** The largest part that merges make while records are replaced (bytes): a batch of a large import makes larger ones. */
const BYTES_WHILE_REPLACING = 16 * 1024 ** 2

/** With more parts than this the engine merges as usual also while records are replaced: every search opens each part. */
const MOST_PARTS = 60

type Stored = readonly [bytes: number | string, parts: number | string, definition: string]

/** The settings of one store. The engine keeps them with the table, and they are set anew when the store is opened. */
export class PartSettings {
  readonly #engine: Pick<Engine, 'query' | 'command'>
  #isReplacing = false
  #running: Promise<void> = Promise.resolve()
  /** The next adaption, while another one runs. */
  #next: Promise<void> | undefined

  constructor(engine: Pick<Engine, 'query' | 'command'>) {
    this.#engine = engine
  }

  /**
   * Merges only small parts from now on. A scan of stored hosts replaces most records of a part soon after each other: to merge the rest
   * first is in vain, deletions wait for it, and dropping emptied parts stops it half-way.
   */
  startReplacing(): Promise<void> {
    this.#isReplacing = true
    return this.adapt()
  }

  /** Merges as usual again. */
  endReplacing(): Promise<void> {
    if (!this.#isReplacing) return Promise.resolve()
    this.#isReplacing = false
    return this.adapt()
  }

  /** Adapts the settings to the stored parts. */
  adapt(): Promise<void> {
    if (this.#next !== undefined) return this.#next
    const next = this.#running.then(() => {
      this.#next = undefined
      return this.#adapt()
    })
    this.#next = next
    this.#running = next.catch(() => undefined)
    return next
  }

  async #adapt(): Promise<void> {
    const [[bytes = 0, parts = 0, definition = ''] = []] = await this.#engine.query<Stored>(
      sql`SELECT (SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = currentDatabase() AND table = 'records'),
        (SELECT count() FROM system.parts WHERE active AND database = currentDatabase() AND table = 'records'),
        engine_full FROM system.tables WHERE database = currentDatabase() AND name = 'records'`,
    )
    const waits = this.#isReplacing && Number(parts) <= MOST_PARTS
    const changed = [
      `max_bytes_to_merge_at_max_space_in_pool = ${waits ? BYTES_WHILE_REPLACING : mergeLimit(Number(bytes))}`,
      `old_parts_lifetime = ${REPLACED_SECONDS}`,
    ].filter((setting) => !`${definition},`.includes(`${setting},`))
    if (changed.length > 0)
      await this.#engine.command(`ALTER TABLE records MODIFY SETTING ${changed.join(', ')}`)
  }
}
