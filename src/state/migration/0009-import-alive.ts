// Running imports: the importing process updates a time at intervals.
import type { Db } from '../schema.ts'

/** Adds the column; null when no process runs the import. */
export async function addImportAlive(db: Db): Promise<void> {
  await db.schema.alterTable('import_run').addColumn('alive_at', 'bigint').execute()
}
