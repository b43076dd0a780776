// Rows of imports.
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, ImportRunTable } from './schema.ts'

/** An import as stored. */
export type ImportRunRow = Selectable<ImportRunTable>

/** Stores an import that starts; one that starts again no longer counts as undone. */
export async function putImportRun(db: Db, run: Insertable<ImportRunTable>): Promise<void> {
  await db
    .insertInto('import_run')
    .values(run)
    .onConflict((c) => c.column('id').doUpdateSet({ taken_back_at: null, alive_at: run.alive_at ?? null }))
    .execute()
}

/** Changes the row of an import. */
export async function updateImportRun(db: Db, id: string, change: Updateable<ImportRunTable>): Promise<void> {
  await db.updateTable('import_run').set(change).where('id', '=', id).execute()
}

/** Stores the time at which an import was running; one that stopped meanwhile stays stopped. */
export async function keepImportAlive(db: Db, id: string, time: number): Promise<void> {
  await db
    .updateTable('import_run')
    .set({ alive_at: time })
    .where('id', '=', id)
    .where('alive_at', 'is not', null)
    .execute()
}

/** Imports, newest first. */
export async function listImportRuns(db: Db, limit: number): Promise<ImportRunRow[]> {
  return db
    .selectFrom('import_run')
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The imports whose id starts with a text; at most two. */
export async function findImportRuns(db: Db, prefix: string): Promise<ImportRunRow[]> {
  const until = `${prefix}\uffff`
  return db
    .selectFrom('import_run')
    .selectAll()
    .where('id', '>=', prefix)
    .where('id', '<', until)
    .limit(2)
    .execute()
}

/** The tools of each import whose tools are known. */
export async function importTools(
  db: Db,
): Promise<readonly { readonly id: string; readonly tools: readonly string[] }[]> {
  const rows = await db
    .selectFrom('import_run')
    .select(['id', 'tools'])
    .where('tools', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id, tools }) => ({ id, tools: JSON.parse(tools ?? '[]') as string[] }))
}

/** The imports that have not ended and whose tools are not known yet. */
export async function unfinishedImports(db: Db): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('import_run')
    .select('id')
    .where('tools', 'is', null)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The imports of these ids. */
export async function importRunsNamed(db: Db, ids: readonly string[]): Promise<ImportRunRow[]> {
  const found: ImportRunRow[] = []
  // Databases accept a limited number of values in one statement.
  for (let at = 0; at < ids.length; at += 500)
    found.push(
      ...(await db
        .selectFrom('import_run')
        .selectAll()
        .where('id', 'in', ids.slice(at, at + 500))
        .execute()),
    )
  return found
}
