// Rows of stored lists.
import type { Insertable, Selectable } from 'kysely'
import type { Db, StoredListTable } from './schema.ts'

/** A stored list without its content. */
export type StoredListRow = Omit<Selectable<StoredListTable>, 'content'>

const FACTS = ['id', 'account_id', 'name', 'elements', 'changed_at'] as const

/** Stores a list under its name and replaces an earlier one; returns the new row. */
export async function putStoredList(db: Db, list: Insertable<StoredListTable>): Promise<StoredListRow> {
  const { content, elements, changed_at } = list
  return db
    .insertInto('stored_list')
    .values(list)
    .onConflict((c) => c.columns(['account_id', 'name']).doUpdateSet({ content, elements, changed_at }))
    .returning(FACTS)
    .executeTakeFirstOrThrow()
}

/** The lists of an account, by name. */
export async function listStoredListRows(db: Db, accountId: number): Promise<StoredListRow[]> {
  return db
    .selectFrom('stored_list')
    .select(FACTS)
    .where('account_id', '=', accountId)
    .orderBy('name')
    .execute()
}

/** The content of a list; undefined when the account has none with this name. */
export async function readStoredList(db: Db, accountId: number, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('stored_list')
    .select('content')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.content
}

/** Removes a list; false when the account has none with this name. */
export async function deleteStoredListRow(db: Db, accountId: number, name: string): Promise<boolean> {
  const result = await db
    .deleteFrom('stored_list')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}
