// A snapshot of the whole state at one moment, read while other processes keep working.
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { AppError } from '../../error/index.ts'
import { MIGRATIONS } from '../migration/index.ts'
import { cannotConnect, ignoreErrors, numbersAsNumbers } from '../postgres.ts'
import type { DatabaseKind } from '../schema.ts'
import { cannotOpen } from '../sqlite.ts'
import { openState, type StateOptions } from '../state.ts'
import { COUNTED_TABLES, KEPT_TABLES, type KeptRow, type KeptTable } from './table.ts'

/** The state at one moment. Close it soon: meanwhile the database retains all changes. */
interface StateSnapshot {
  readonly kind: DatabaseKind
  readonly schemaVersion: number
  /** The last `id` that each table with a counter assigned, even if its row was removed. */
  readonly counters: Readonly<Partial<Record<KeptTable, number>>>
  /** The rows of a table in order, in pieces. */
  readonly rows: (table: KeptTable) => AsyncIterable<readonly KeptRow[]>
  readonly close: () => Promise<void>
}

const PIECE = 2000

/** Opens a snapshot of a state database, after migrating it to the schema of this program. */
export async function openSnapshot(options: StateOptions): Promise<StateSnapshot> {
  await (await openState(options)).close()
  return 'file' in options ? sqliteSnapshot(options.file) : postgresSnapshot(options.url)
}

/** The statement that reads a table in order. */
function selectOf(table: KeptTable): string {
  return `select * from "${table}" order by ${KEPT_TABLES[table].join(', ')}`
}

function sqliteSnapshot(file: string): StateSnapshot {
  let database: DatabaseSync
  try {
    database = new DatabaseSync(file, { timeout: 10_000 })
    // A read transaction of the write-ahead log: it blocks no writer, and sees nothing written after its first read.
    database.exec('begin')
    database.prepare('select count(*) from schema_version').get()
  } catch (cause) {
    throw cannotOpen(file, cause)
  }
  const sequences = database.prepare('select name, seq from sqlite_sequence').all()
  const last = new Map(sequences.map(({ name, seq }) => [String(name), Number(seq)]))
  return {
    kind: 'sqlite',
    schemaVersion: MIGRATIONS.length,
    counters: Object.fromEntries(COUNTED_TABLES.map((table) => [table, last.get(table) ?? 0])),
    rows: (table) => sqliteRows(database, table),
    close: async () => database.close(),
  }
}

async function* sqliteRows(database: DatabaseSync, table: KeptTable): AsyncGenerator<readonly KeptRow[]> {
  let piece: KeptRow[] = []
  for (const row of database.prepare(selectOf(table)).iterate()) {
    piece.push(row as KeptRow)
    if (piece.length < PIECE) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}

async function postgresSnapshot(url: string): Promise<StateSnapshot> {
  const client = new pg.Client({ connectionString: url, types: numbersAsNumbers })
  ignoreErrors(client)
  try {
    await client.connect()
    await client.query('begin isolation level repeatable read read only')
    const counters: Partial<Record<KeptTable, number>> = {}
    for (const table of COUNTED_TABLES) counters[table] = await lastOf(client, table)
    return {
      kind: 'postgres',
      schemaVersion: MIGRATIONS.length,
      counters,
      rows: (table) => postgresRows(client, table),
      close: () => client.end(),
    }
  } catch (cause) {
    await client.end().catch(() => {})
    throw cause instanceof AppError ? cause : cannotConnect(url, cause)
  }
}

async function lastOf(client: pg.Client, table: KeptTable): Promise<number> {
  const { rows } = await client.query<{ last: number | null }>(
    `select pg_sequence_last_value(pg_get_serial_sequence('"${table}"', 'id')::regclass) as last`,
  )
  return rows[0]?.last ?? 0
}

async function* postgresRows(client: pg.Client, table: KeptTable): AsyncGenerator<readonly KeptRow[]> {
  await client.query(`declare kept cursor for ${selectOf(table)}`)
  for (;;) {
    const { rows } = await client.query<KeptRow>(`fetch ${PIECE} from kept`)
    if (rows.length > 0) yield rows
    if (rows.length < PIECE) break
  }
  await client.query('close kept')
}
