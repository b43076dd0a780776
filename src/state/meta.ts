// Small facts that the database keeps about itself.
import type { Db } from './schema.ts'

/** Keeps `value` under `name` unless something is kept there; returns what is kept. */
export async function keepFact(db: Db, name: string, value: string): Promise<string> {
  await db
    .insertInto('meta')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db.selectFrom('meta').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}
