// The interface of the state database: read, write in transactions, close.
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { AppError, isAppError } from '../error/index.ts'
import { keepFact } from './meta.ts'
import { emptyDatabase, migrate } from './migrate.ts'
import {
  cannotConnect,
  isPostgresConflict,
  isPostgresFull,
  isPostgresTransient,
  postgresDialect,
  printUrl,
} from './postgres.ts'
import type { DatabaseKind, Db, Schema } from './schema.ts'
import { isSqliteBusy, isSqliteConflict, isSqliteFull, sqliteDialect } from './sqlite.ts'

const GIVE_UP_AFTER_MS = 15_000

/** An open state database. */
export interface State {
  readonly kind: DatabaseKind
  /** The identity that the database was given at its creation; a copy has the same. */
  readonly id: string
  /** For reads outside a transaction; not for use inside `write`, which passes its own. */
  readonly db: Db
  /**
   * Runs `work` in one transaction: durable when this resolves, rolled back when it rejects. `work` may run more than once (after a
   * conflict), so it must change nothing but the database and wait for nothing else.
   */
  readonly write: <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>
  readonly schemaVersion: number
  /** Resolves when the database answers. Fails with `unavailable` while it does not. */
  readonly check: () => Promise<void>
  /** The database's name for logs, without a password. */
  readonly where: string
  readonly close: () => Promise<void>
}

/** Which database to open: an SQLite file (created when absent) or a PostgreSQL address. */
export type StateOptions = { readonly file: string } | { readonly url: string }

/**
 * Opens the state database and migrates it. Fails with `input` where the operator can act, and for a new database unless
 * `mayCreate`.
 */
export async function openState(options: StateOptions, { mayCreate = true } = {}): Promise<State> {
  if (!mayCreate && 'file' in options && !existsSync(options.file)) throw emptyDatabase(`\`${options.file}\``)
  const kind: DatabaseKind = 'file' in options ? 'sqlite' : 'postgres'
  const dialect = 'file' in options ? sqliteDialect(options.file) : postgresDialect(options.url)
  const db = new Kysely<Schema>({ dialect })
  const where = 'file' in options ? options.file : printUrl(options.url)
  const write = writer(db)
  try {
    const { schemaVersion, id } = await write(async (tx) => ({
      schemaVersion: await migrate(tx, kind, `\`${where}\``, Date.now(), undefined, mayCreate),
      id: await keepFact(tx, 'database', randomUUID()),
    }))
    return { kind, id, db, write, schemaVersion, check: () => check(db), where, close: () => db.destroy() }
  } catch (error) {
    await db.destroy()
    const explained = isAppError(error) && error.code !== 'unavailable'
    if (explained || !('url' in options)) throw error
    throw cannotConnect(options.url, error)
  }
}

async function check(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}

/** Whether a write failed because a unique value existed already. */
export function isConflict(error: unknown): boolean {
  return isSqliteConflict(error) || isPostgresConflict(error)
}

/** A full disk is a failure that the administrator can fix; any other error is passed on unchanged. */
function diskFull(error: unknown): unknown {
  if (!isSqliteFull(error) && !isPostgresFull(error)) return error
  return new AppError(
    'unavailable',
    '503 Service Unavailable: the disk of the accounts is full; tell the administrator, then try again',
    { cause: error },
  )
}

function writer(db: Db): State['write'] {
  return async (work) => {
    const deadline = performance.now() + GIVE_UP_AFTER_MS
    for (let attempt = 0; ; attempt++) {
      try {
        return await db.transaction().execute(work)
      } catch (error) {
        const transient = isSqliteBusy(error) || isPostgresTransient(error)
        if (!transient || performance.now() > deadline) throw diskFull(error)
        await sleep(Math.random() * Math.min(50, 2 ** attempt))
      }
    }
  }
}
