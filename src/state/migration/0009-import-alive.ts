// Which imports are running: the process that makes one says so from time to time.
import type { Db } from '../schema.ts'

/** Adds the column; null where nobody makes the import. */
export async function addImportAlive(db: Db): Promise<void> {
  await db.schema.alterTable('import_run').addColumn('alive_at', 'bigint').execute()
}
