// Whether a saved search is shared with the other accounts: by itself, or with its folder.
import { sql } from 'kysely'
import type { Db } from '../schema.ts'

/** Adds the column; the searches of earlier versions are not shared. */
export async function addSharedSearches(db: Db): Promise<void> {
  await db.schema
    .alterTable('saved_search')
    .addColumn('shared', 'text', (c) =>
      c.notNull().defaultTo('no').check(sql`shared in ('no', 'search', 'folder')`),
    )
    .execute()
}
