// Rows of exclusion rules.
import type { Insertable, Selectable } from 'kysely'
import type { Db, ExclusionTable } from './schema.ts'

/** A rule as stored. */
export type ExclusionRow = Selectable<ExclusionTable>

/** All rules, oldest first. */
export async function listExclusionRows(db: Db): Promise<ExclusionRow[]> {
  return db.selectFrom('exclusion').selectAll().orderBy('id').execute()
}

/** Adds a rule; undefined when one of this kind and value exists. */
export async function insertExclusion(
  db: Db,
  rule: Insertable<ExclusionTable>,
): Promise<ExclusionRow | undefined> {
  return db
    .insertInto('exclusion')
    .values(rule)
    .onConflict((c) => c.columns(['kind', 'value']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Removes a rule; false when no rule has this id. */
export async function deleteExclusion(db: Db, id: number): Promise<boolean> {
  const result = await db.deleteFrom('exclusion').where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Records that records of a rule were removed. */
export async function noteSweep(db: Db, id: number, removed: number, time: number): Promise<void> {
  await db
    .updateTable('exclusion')
    .set((e) => ({ removed: e('removed', '+', removed), swept_at: time }))
    .where('id', '=', id)
    .execute()
}

/** Changes when a rule is added or removed: ids are never reused. */
export async function exclusionRevision(db: Db): Promise<string> {
  const { last, rules } = await db
    .selectFrom('exclusion')
    .select((e) => [e.fn.max('id').as('last'), e.fn.countAll().as('rules')])
    .executeTakeFirstOrThrow()
  return `${last ?? 0} ${rules}`
}
