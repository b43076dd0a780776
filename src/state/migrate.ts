// Migrates a database to the schema of this program, once, even when several processes open it at the same moment.
import { type Kysely, sql } from 'kysely'
import { AppError } from '../error/index.ts'
import { MIGRATIONS, type Migration } from './migration/index.ts'
import type { DatabaseKind, Db } from './schema.ts'

// Any number that no other program is likely to lock on in the same PostgreSQL database.
const LOCK = 8_420_001

type VersionTable = {
  schema_version: { version: number; name: string; applied_at: number }
}

/**
 * Runs the missing migrations inside the transaction `db` and returns the schema version. Refuses with `input` a database that a
 * newer Periplus migrated, and an empty one unless `mayCreate`; `where` names the database in the message.
 */
export async function migrate(
  db: Db,
  kind: DatabaseKind,
  where: string,
  now: number,
  migrations: readonly Migration[] = MIGRATIONS,
  mayCreate = true,
): Promise<number> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db)
  const versions = await openVersions(db)
  const current = await currentVersion(versions)
  if (current > migrations.length) throw newerDatabase(where, current, migrations.length)
  if (current === 0 && !mayCreate) throw emptyDatabase(where)
  for (const [index, migration] of migrations.entries()) {
    if (index < current) continue
    await migration.up(db, kind)
    await versions
      .insertInto('schema_version')
      .values({ version: index + 1, name: migration.name, applied_at: now })
      .execute()
  }
  return migrations.length
}

async function openVersions(db: Db): Promise<Kysely<VersionTable>> {
  await db.schema
    .createTable('schema_version')
    .ifNotExists()
    .addColumn('version', 'integer', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('applied_at', 'bigint', (c) => c.notNull())
    .execute()
  return db.withTables<VersionTable>()
}

async function currentVersion(db: Kysely<VersionTable>): Promise<number> {
  const row = await db
    .selectFrom('schema_version')
    .select((e) => e.fn.max('version').as('version'))
    .executeTakeFirst()
  return row?.version ?? 0
}

/** The error for commands that need accounts when there are none. */
export function emptyDatabase(where: string): AppError {
  return new AppError(
    'input',
    `there are no accounts in ${where}: choose another data directory with --data, or create the first one with \`periplus serve\` or \`periplus account create\``,
  )
}

function newerDatabase(where: string, found: number, known: number): AppError {
  return new AppError(
    'input',
    `the state database ${where} has schema version ${found}, and this Periplus knows versions up to ${known}: run the newer Periplus that wrote it, or restore a backup from before`,
  )
}
