// The few places where the DDL of the two databases differs.
import { type CreateTableBuilder, sql } from 'kysely'
import type { DatabaseKind, Db } from '../schema.ts'

/** Starts a table whose `id` increases and is never reused. */
export function withId(db: Db, kind: DatabaseKind, table: string): CreateTableBuilder<string, 'id'> {
  const builder = db.schema.createTable(table)
  return kind === 'sqlite'
    ? builder.addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    : builder.addColumn('id', 'bigint', (c) => c.primaryKey().generatedAlwaysAsIdentity())
}

/** An index named after its table and columns. */
export async function createIndex(db: Db, table: string, columns: readonly string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_${columns.join('_')}`)
    .on(table)
    .columns([...columns])
    .execute()
}

/** Makes the database refuse to change or remove rows of a table. */
export async function appendOnly(
  db: Db,
  kind: DatabaseKind,
  table: string,
  actions: readonly ('update' | 'delete')[],
): Promise<void> {
  const text = `${table} is append-only`
  if (kind === 'sqlite') {
    for (const action of actions)
      await sql
        .raw(
          `create trigger ${table}_no_${action} before ${action} on ${table} begin select raise(abort, '${text}'); end`,
        )
        .execute(db)
    return
  }
  await sql
    .raw(
      `create function ${table}_append_only() returns trigger language plpgsql as $$ begin raise exception '${text}'; end $$`,
    )
    .execute(db)
  const when = actions.join(' or ')
  await sql
    .raw(
      `create trigger ${table}_append_only before ${when} on ${table} for each row execute function ${table}_append_only()`,
    )
    .execute(db)
}
