// Exclusion rules, and the tools whose files an import read: retention depends on them.
import type { DatabaseKind, Db } from '../schema.ts'
import { withId } from './build.ts'

/** Creates the table of rules and adds the column of tools. */
export async function createExclusionTable(db: Db, kind: DatabaseKind): Promise<void> {
  await withId(db, kind, 'exclusion')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('removed', 'bigint', (c) => c.notNull())
    .addColumn('swept_at', 'bigint')
    .addUniqueConstraint('exclusion_rule', ['kind', 'value'])
    .execute()
  await db.schema.alterTable('import_run').addColumn('tools', 'text').execute()
}
