// Parts whose rows are all deleted. The engine keeps them until it merges them, and until then every search and deletion opens
// them. After a rescan of the same hosts they are most of the store.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../../sql/index.ts'
import type { CutParts } from './cut-parts.ts'
import type { Engine } from '../index.ts'

/**
 * Drops the parts of the records that hold only deleted rows. Parts are immutable, and every merge or deletion creates parts with
 * new names. So the names are listed first, parts with a live row are kept, and dropping a name that no longer exists fails
 * harmlessly.
 *
 * With the first part that is dropped the engine (chdb 3.4) removes everything that merges and deletions replaced, whatever its age.
 * Until then it can take the place of a part that a full disk cut. So all parts are checked before, while nothing merges. Fails with
 * `unavailable` when one is cut.
 */
export async function dropEmptyParts(
  engine: Pick<Engine, 'query' | 'command'>,
  cutParts: Pick<CutParts, 'check'>,
): Promise<void> {
  const empty = await emptyParts(engine)
  if (empty.length === 0) return
  await engine.command('SYSTEM STOP MERGES records')
  try {
    await mergesEnded(engine)
    await cutParts.check()
    for (const name of empty) await engine.command(`ALTER TABLE records DROP PART '${name}'`).catch(() => {})
  } finally {
    await engine.command('SYSTEM START MERGES records')
  }
}

async function emptyParts(engine: Pick<Engine, 'query'>): Promise<readonly string[]> {
  const names = await engine.query<[string]>(
    sql`SELECT name FROM system.parts
      WHERE active AND database = currentDatabase() AND table = 'records' AND has_lightweight_delete`,
  )
  if (names.length === 0) return []
  const shown = await engine.query<[string]>(sql`SELECT DISTINCT _part FROM records`, {
    maxExecutionSeconds: 0,
  })
  const live = new Set(shown.map(([name]) => name))
  return names.map(([name]) => name).filter((name) => !live.has(name))
}

/** Milliseconds between two checks of merges that are being stopped. */
const PAUSE = 10

async function mergesEnded(engine: Pick<Engine, 'query'>): Promise<void> {
  for (;;) {
    const [[running = 0] = []] = await engine.query<[number | string]>(
      sql`SELECT count() FROM system.merges WHERE database = currentDatabase() AND table = 'records'`,
    )
    if (Number(running) === 0) return
    await sleep(PAUSE)
  }
}
