// Searches that accounts save under a name.
import { sql } from 'kysely'
import type { DatabaseKind, Db } from '../schema.ts'
import { withId } from './build.ts'

/** Creates the table of saved searches; names are unique per account. */
export async function createSavedSearchTable(db: Db, kind: DatabaseKind): Promise<void> {
  await withId(db, kind, 'saved_search')
    .addColumn('account_id', 'bigint', (c) => c.notNull().references('account.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('query', 'text', (c) => c.notNull())
    .addColumn('full_time', 'integer', (c) => c.notNull().check(sql`full_time in (0, 1)`))
    .addColumn('saved_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('saved_search_name', ['account_id', 'name'])
    .execute()
}
