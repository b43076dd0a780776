// Imports: who, when, from what, and with what result.
import type { Db } from '../schema.ts'

/** Creates the table of imports. */
export async function createImportRunTable(db: Db): Promise<void> {
  await db.schema
    .createTable('import_run')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('files', 'text', (c) => c.notNull())
    .addColumn('options', 'text', (c) => c.notNull())
    .addColumn('counts', 'text')
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('taken_back_at', 'bigint')
    .execute()
}
