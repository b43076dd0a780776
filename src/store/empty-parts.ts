// Parts whose rows are all deleted. The engine keeps them until it merges them, and until then every search and deletion opens
// them. After a rescan of the same hosts they are most of the store.
import { sql } from '../sql/index.ts'
import type { Engine } from './engine/index.ts'

/**
 * Drops the parts of the records that hold only deleted rows. Parts are immutable, and every merge or deletion creates parts with
 * new names. So the names are listed first, parts with a live row are kept, and dropping a name that no longer exists fails
 * harmlessly.
 */
export async function dropEmptyParts(engine: Engine): Promise<void> {
  const names = await engine.query<[string]>(
    sql`SELECT name FROM system.parts
      WHERE active AND database = currentDatabase() AND table = 'records' AND has_lightweight_delete`,
  )
  if (names.length === 0) return
  const shown = await engine.query<[string]>(sql`SELECT DISTINCT _part FROM records`, {
    maxExecutionSeconds: 0,
  })
  const live = new Set(shown.map(([name]) => name))
  for (const [name] of names)
    if (!live.has(name)) await engine.command(`ALTER TABLE records DROP PART '${name}'`).catch(() => {})
}
