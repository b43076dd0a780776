// Restores a snapshot into a state database of either kind, in one transaction.
import { Kysely, sql } from 'kysely'
import { AppError, isAppError } from '../../error/index.ts'
import { visible } from '../../util/index.ts'
import { migrate } from '../migrate.ts'
import { MIGRATIONS } from '../migration/index.ts'
import { cannotConnect, postgresDialect, printUrl } from '../postgres.ts'
import type { DatabaseKind, Db, Schema } from '../schema.ts'
import { sqliteDialect } from '../sqlite.ts'
import type { StateOptions } from '../state.ts'
import { COUNTED_TABLES, KEPT_NAMES, type KeptRow, type KeptTable, tableIn } from './table.ts'

/** A snapshot to restore. */
export interface KeptState {
  readonly schemaVersion: number
  /** Last ids by the table's name in that schema, like `rows`. */
  readonly counters: Readonly<Record<string, number>>
  readonly rows: (table: string) => AsyncIterable<readonly KeptRow[]>
  /** The kind that a job gets in this database. */
  readonly kindOfJob: (kind: string, database: DatabaseKind) => string
}

/** The number of restored rows of each table. */
type RestoredCounts = Readonly<Record<KeptTable, number>>

/** A statement with more values may exceed a database's limit. */
const MOST_VALUES = 5000

/**
 * Fills an empty state database, in one transaction. Fails with `input` when it contains accounts or a newer program made the
 * snapshot.
 */
export async function restoreState(options: StateOptions, kept: KeptState): Promise<RestoredCounts> {
  refuseNewerSnapshot(kept.schemaVersion)
  const kind: DatabaseKind = 'file' in options ? 'sqlite' : 'postgres'
  const dialect = 'file' in options ? sqliteDialect(options.file) : postgresDialect(options.url)
  const db = new Kysely<Schema>({ dialect })
  const where = 'file' in options ? options.file : printUrl(options.url)
  try {
    return await db.transaction().execute((tx) => fill(tx, kind, where, kept))
  } catch (error) {
    if (isOfContent(error)) throw unfitting(error)
    if ((isAppError(error) && error.code !== 'unavailable') || !('url' in options)) throw error
    throw cannotConnect(options.url, error)
  } finally {
    await db.destroy()
  }
}

/** Whether a newer program made a snapshot. */
export function isNewerSnapshot(schemaVersion: number): boolean {
  return schemaVersion > MIGRATIONS.length
}

/** Fails with `input` for a snapshot of a newer program. */
export function refuseNewerSnapshot(schemaVersion: number): void {
  if (!isNewerSnapshot(schemaVersion)) return
  throw new AppError(
    'input',
    `the backup's accounts have schema version ${schemaVersion}, and this Periplus knows versions up to ${MIGRATIONS.length}: restore it with the version that made it`,
  )
}

/** SQLite's codes for unknown columns, and values that a column does not take. */
const SQLITE_CONTENT: ReadonlySet<number> = new Set([1, 18, 19, 20, 25])

/** Whether the rows are at fault: a backup is text of whoever made it. */
function isOfContent(error: unknown): error is Error {
  if (!(error instanceof Error) || !('code' in error)) return false
  if ('errcode' in error) return SQLITE_CONTENT.has(Number(error.errcode) & 0xff)
  return /^(?:2[23][0-9A-Z]{3}|42703|42804)$/.test(String(error.code))
}

function unfitting(cause: Error): AppError {
  const reason = visible(cause.message)
  return new AppError(
    'input',
    `the backup's accounts do not fit into a state database (${reason}); nothing was changed`,
    { cause },
  )
}

async function fill(db: Db, kind: DatabaseKind, where: string, kept: KeptState): Promise<RestoredCounts> {
  const name = `\`${where}\``
  const steps = Math.max(kept.schemaVersion, (await hasTables(db, kind)) ? MIGRATIONS.length : 0)
  await migrate(db, kind, name, Date.now(), MIGRATIONS.slice(0, steps))
  await refuseFilled(db, name)
  await db.deleteFrom('revision').execute()
  await db.deleteFrom('meta').execute()
  const counts: Partial<Record<KeptTable, number>> = {}
  for (const table of KEPT_NAMES)
    counts[table] = await fillTable(db, kind, tableIn(steps, table), tableIn(kept.schemaVersion, table), kept)
  for (const table of COUNTED_TABLES)
    await countFrom(db, kind, tableIn(steps, table), kept.counters[tableIn(kept.schemaVersion, table)] ?? 0)
  await checkBalances(db)
  await migrate(db, kind, name, Date.now())
  return counts as RestoredCounts
}

async function hasTables(db: Db, kind: DatabaseKind): Promise<boolean> {
  const found =
    kind === 'sqlite'
      ? sql`select 1 from sqlite_master where name = 'schema_version'`
      : sql`select 1 from pg_tables where tablename = 'schema_version' and schemaname = current_schema()`
  return (await found.execute(db)).rows.length > 0
}

async function refuseFilled(db: Db, where: string): Promise<void> {
  const found = await db.selectFrom('account').select('id').limit(1).execute()
  if (found.length === 0) return
  throw new AppError(
    'input',
    `the state database ${where} contains accounts already: restore into an empty one; nothing was changed`,
  )
}

/** These may have been revoked since the backup: people sign in again, and administrators create new links. */
const ENDED: ReadonlySet<string> = new Set<KeptTable>(['session', 'link'])

/** Fills a table and returns the number of its rows in the backup. */
async function fillTable(
  db: Db,
  kind: DatabaseKind,
  table: string,
  source: string,
  kept: KeptState,
): Promise<number> {
  let count = 0
  for await (const piece of kept.rows(source)) {
    for (const rows of ENDED.has(table) ? [] : portions(piece)) await insertRows(db, kind, table, rows, kept)
    count += piece.length
  }
  return count
}

function* portions(rows: readonly KeptRow[]): Generator<readonly KeptRow[]> {
  const [first] = rows
  const size = Math.max(1, Math.floor(MOST_VALUES / Object.keys(first ?? { id: 0 }).length))
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}

async function insertRows(
  db: Db,
  kind: DatabaseKind,
  table: string,
  rows: readonly KeptRow[],
  kept: KeptState,
): Promise<void> {
  const names = Object.keys(rows[0] ?? {})
  const lists = rows.map((row) => {
    const fresh = released(table, row, (job) => kept.kindOfJob(job, kind))
    return sql`(${sql.join(names.map((name) => fresh[name] ?? null))})`
  })
  const columns = sql.join(names.map((name) => sql.ref(name)))
  const own = kind === 'postgres' ? sql`overriding system value` : sql``
  await sql`insert into ${sql.table(table)} (${columns}) ${own} values ${sql.join(lists)}`.execute(db)
}

/** The row without the leases of processes that no longer exist. */
function released(table: string, row: KeptRow, kindOfJob: (kind: string) => string): KeptRow {
  if (table === 'account') return { ...row, reserved: 0 }
  if (table === 'job' || table === 'task') return { ...row, owner: null, kind: kindOfJob(String(row.kind)) }
  return row
}

async function countFrom(db: Db, kind: DatabaseKind, table: string, last: number): Promise<void> {
  if (last === 0) return
  if (kind === 'postgres') {
    await sql`select setval(pg_get_serial_sequence(${`"${table}"`}, 'id'), ${last})`.execute(db)
    return
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(db)
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(db)
}

/** Refuses a state whose ledger does not match the balances. */
async function checkBalances(db: Db): Promise<void> {
  const wrong = await sql<{ email: string }>`select email from account a
    where balance <> (select coalesce(sum(amount), 0) from ledger l where l.account_id = a.id) limit 1`.execute(
    db,
  )
  const [first] = wrong.rows
  if (first === undefined) return
  throw new AppError(
    'input',
    `the backup's ledger does not match the balance of \`${first.email}\`; nothing was changed`,
  )
}
