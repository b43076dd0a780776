// The process that waits for the write lease.
import { sql } from 'kysely'
import type { DatabaseKind, Db } from '../schema.ts'

const COLUMNS = [
  ['wanted_by', "text not null default ''"],
  ['wanted_until', 'bigint not null default 0'],
] as const

/** Adds the columns if they are missing: for a while step 4 created them itself. */
export async function addLeaseQueue(db: Db, kind: DatabaseKind): Promise<void> {
  for (const [name, type] of COLUMNS) {
    if (kind === 'sqlite' && (await hasColumn(db, name))) continue
    const guard = kind === 'sqlite' ? '' : 'if not exists '
    await sql.raw(`alter table write_lease add column ${guard}${name} ${type}`).execute(db)
  }
}

async function hasColumn(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from pragma_table_info('write_lease') where name = ${name}`.execute(db)
  return rows.length > 0
}
