// Lists that accounts store under a name.
import type { DatabaseKind, Db } from '../schema.ts'
import { withId } from './build.ts'

/** Creates the table of stored lists; names are unique per account. */
export async function createStoredListTable(db: Db, kind: DatabaseKind): Promise<void> {
  await withId(db, kind, 'stored_list')
    .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('elements', 'bigint', (c) => c.notNull())
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('stored_list_name', ['account_id', 'name'])
    .execute()
}
