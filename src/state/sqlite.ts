// node:sqlite behind Kysely's SQLite dialect, which expects an object of this small shape.
import { chmodSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type Dialect, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import { AppError } from '../error/index.ts'

// How long a statement may block the process while another process writes; `write` waits longer without blocking.
const BLOCKING_WAIT_MS = 5
const KEPT_STATEMENTS = 200

/** Opens or creates (readable by its owner only) the database file: write-ahead log, every commit synced. */
export function sqliteDialect(file: string): Dialect {
  try {
    const database = new DatabaseSync(file, { timeout: 10_000 })
    prepareDatabase(database, file)
    return new SqliteDialect({ database: adapt(database) })
  } catch (cause) {
    throw cannotOpen(file, cause)
  }
}

function prepareDatabase(database: DatabaseSync, file: string): void {
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full')
  database.exec('pragma foreign_keys = on')
  database.exec(`pragma busy_timeout = ${BLOCKING_WAIT_MS}`)
  if (file !== ':memory:') chmodSync(file, 0o600)
}

function adapt(database: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare: (text) => {
      const known = kept.get(text)
      if (known !== undefined) return known
      if (kept.size >= KEPT_STATEMENTS) kept.clear()
      // A transaction that starts with a read could not become a write transaction beside another writer.
      const prepared = adaptStatement(database.prepare(text === 'begin' ? 'begin immediate' : text))
      const statement = text === 'rollback' ? rollback(database, prepared) : prepared
      kept.set(text, statement)
      return statement
    },
  }
}

/** A full disk has rolled back already; a second rollback would hide the reason. */
function rollback(database: DatabaseSync, statement: SqliteStatement): SqliteStatement {
  return {
    ...statement,
    run: (parameters) =>
      database.isTransaction ? statement.run(parameters) : { changes: 0, lastInsertRowid: 0 },
  }
}

function adaptStatement(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]): SQLInputValue[] => parameters.map(toSqlite)
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  }
}

function toSqlite(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value
  if (typeof value === 'bigint' || value instanceof Uint8Array) return value
  throw new Error(`a ${typeof value} is not a value of the state database`)
}

/** The result code of SQLite (its low byte) in an error, if any. */
function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return undefined
  return error.errcode & 0xff
}

/** Whether another process has the write lock. */
export function isSqliteBusy(error: unknown): boolean {
  const code = resultCode(error)
  return code === 5 || code === 6
}

/** Whether the disk is full. */
export function isSqliteFull(error: unknown): boolean {
  return resultCode(error) === 13
}

/** Whether a unique value existed already. */
export function isSqliteConflict(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (error.errcode === 2067 || error.errcode === 1555)
}

const REMEDY: Readonly<Record<number, string>> = {
  8: 'the file or its directory is read-only',
  10: 'the disk fails or is full',
  11: 'the file is damaged: restore a backup',
  13: 'the disk is full',
  14: 'the directory does not exist or may not be written',
  26: 'the file is not a SQLite database',
}

/** The error for the operator when a file cannot be opened. */
export function cannotOpen(file: string, cause: unknown): AppError {
  const reason = REMEDY[resultCode(cause) ?? 0] ?? (cause instanceof Error ? cause.message : String(cause))
  return new AppError('input', `cannot open the state database \`${file}\`: ${reason}`, { cause })
}
