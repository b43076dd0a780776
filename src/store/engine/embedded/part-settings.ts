// Settings of the records' parts: how large the engine's own merges make them, and how long replaced ones stay. A rescan of the same hosts deletes the rows that it replaces, and
// merging parts with deleted rows rebuilds their text indexes; parts that a scan is about to replace are best left alone. So merges
// stop at a fraction of the store, and `Compaction` merges the rest once nothing changes.
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

/** Adapts the settings to the stored bytes. The engine keeps them with the table. */
export async function setPartSettings(engine: Engine): Promise<void> {
  const [[bytes = 0, definition = ''] = []] = await engine.query<[number, string]>(
    sql`SELECT (SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = currentDatabase() AND table = 'records'),
      engine_full FROM system.tables WHERE database = currentDatabase() AND name = 'records'`,
  )
  const changed = [
    `max_bytes_to_merge_at_max_space_in_pool = ${mergeLimit(Number(bytes))}`,
    `old_parts_lifetime = ${REPLACED_SECONDS}`,
  ].filter((setting) => !definition.includes(setting))
  if (changed.length > 0) await engine.command(`ALTER TABLE records MODIFY SETTING ${changed.join(', ')}`)
}
