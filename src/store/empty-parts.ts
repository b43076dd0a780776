// Parts whose rows are all deleted. The engine keeps them until it merges them, and until then every search and every deletion opens
// them; after a scan of the same hosts they are most of the store.
import { sql } from '../sql/index.ts'
import type { Engine } from './engine/index.ts'

/**
 * Drops the parts of the records that hold only deleted rows. Parts never change, and whatever merges or deletes meanwhile makes parts
 * of other names: so names are listed first, those that still show a row are left, and a name that is gone cannot be dropped.
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
