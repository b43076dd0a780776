// The size of the parts that the engine's own merges make. A rescan of the same hosts deletes the rows that it replaces, and
// merging parts with deleted rows rebuilds their text indexes; parts that a scan is about to replace are best left alone. So merges
// stop at a fraction of the store, and `Compaction` merges the rest once nothing changes.
import { sql } from '../sql/index.ts'
import type { Engine } from './engine/index.ts'

const SETTING = 'max_bytes_to_merge_at_max_space_in_pool'

/** Merges always make parts of this size (bytes), and beyond it parts of this fraction of the store. */
const LEAST_BYTES = 64 * 1024 ** 2
const FRACTION = 16

/** The largest part that merges make in a store of this size (bytes): a power of two, so that it changes rarely. */
export function mergeLimit(bytes: number): number {
  return Math.max(LEAST_BYTES, 2 ** Math.ceil(Math.log2(Math.max(1, bytes / FRACTION))))
}

/** Adapts the limit to the stored bytes. The engine keeps it with the table. */
export async function limitMerges(engine: Engine): Promise<void> {
  const [[bytes = 0, definition = ''] = []] = await engine.query<[number, string]>(
    sql`SELECT (SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = currentDatabase() AND table = 'records'),
      engine_full FROM system.tables WHERE database = currentDatabase() AND name = 'records'`,
  )
  const limit = mergeLimit(Number(bytes))
  if (!definition.includes(`${SETTING} = ${limit}`))
    await engine.command(`ALTER TABLE records MODIFY SETTING ${SETTING} = ${limit}`)
}
