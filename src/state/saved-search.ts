// Rows of saved searches.
import type { Insertable, Selectable } from 'kysely'
import type { Db, SavedSearchTable } from './schema.ts'

/** A saved search as stored. */
export type SavedSearchRow = Selectable<SavedSearchTable>

/** Saves a search under its name and replaces an earlier one; returns the new row. */
export async function putSavedSearch(db: Db, search: Insertable<SavedSearchTable>): Promise<SavedSearchRow> {
  const { query, full_time, saved_at } = search
  return db
    .insertInto('saved_search')
    .values(search)
    .onConflict((c) => c.columns(['account_id', 'name']).doUpdateSet({ query, full_time, saved_at }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The saved searches of an account, latest first. */
export async function listSavedSearchRows(
  db: Db,
  accountId: number,
  limit: number,
): Promise<SavedSearchRow[]> {
  return db
    .selectFrom('saved_search')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('saved_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Removes a saved search; false when the account has none with this number. */
export async function deleteSavedSearchRow(db: Db, accountId: number, id: number): Promise<boolean> {
  const result = await db
    .deleteFrom('saved_search')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}
