// Rows of saved searches.
import type { Insertable, Selectable } from 'kysely'
import type { Db, SavedSearchTable } from './schema.ts'

/** A saved search as stored. */
export type SavedSearchRow = Selectable<SavedSearchTable>

/** Whether other accounts see a saved search: not, as it is shared itself, or with its folder. */
export type Sharing = SavedSearchRow['shared']

/** A search that its owner shares, with the name of the owner. */
type SharedSearchRow = SavedSearchRow & { readonly owner: string }

/** Saves a search under its name and replaces an earlier one; returns the new row. */
export async function putSavedSearch(db: Db, search: Insertable<SavedSearchTable>): Promise<SavedSearchRow> {
  const { query, full_time, saved_at, shared } = search
  return db
    .insertInto('saved_search')
    .values(search)
    .onConflict((c) => c.columns(['account_id', 'name']).doUpdateSet({ query, full_time, saved_at, shared }))
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

/** Changes whether searches of an account are shared; returns how many there are. */
export async function shareSavedSearchRows(
  db: Db,
  accountId: number,
  ids: readonly number[],
  shared: Sharing,
): Promise<number> {
  if (ids.length === 0) return 0
  const result = await db
    .updateTable('saved_search')
    .set({ shared })
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** The searches that other accounts share, latest first; those of disabled accounts are left out. */
export async function listSharedSearchRows(
  db: Db,
  accountId: number,
  limit: number,
): Promise<SharedSearchRow[]> {
  return db
    .selectFrom('saved_search')
    .innerJoin('account', 'account.id', 'saved_search.account_id')
    .selectAll('saved_search')
    .select('account.username as owner')
    .where('saved_search.shared', '<>', 'no')
    .where('saved_search.account_id', '<>', accountId)
    .where('account.disabled', '=', 0)
    .orderBy('saved_search.saved_at', 'desc')
    .orderBy('saved_search.id', 'desc')
    .limit(limit)
    .execute()
}
