// Small facts that the database stores about itself.
import type { DatabaseKind, Db } from './schema.ts'

/** The fact that identifies the secret of a database. */
export const SECRET_PROOF = 'secret_proof'

/** Stores `value` under `name` unless a value exists; returns the stored value. */
export async function keepFact(db: Db, name: string, value: string): Promise<string> {
  await db
    .insertInto('meta')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db.selectFrom('meta').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}

/** Replaces the value stored under `name`. */
export async function changeFact(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('meta')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Removes `name` if it has this value. */
export async function deleteFact(db: Db, name: string, value: string): Promise<void> {
  await db.deleteFrom('meta').where('name', '=', name).where('value', '=', value).execute()
}

/** The value stored under `name`, if any. */
export async function readFact(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('meta').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

/** The same, unchanged until the transaction ends. */
export async function holdFact(db: Db, database: DatabaseKind, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('meta')
    .select('value')
    .where('name', '=', name)
    .$if(database === 'postgres', (query) => query.forShare())
    .executeTakeFirst()
  return row?.value
}
