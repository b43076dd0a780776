// Examines the state database for `periplus doctor`, read-only, whichever version wrote it.
import { Kysely, sql } from 'kysely'
import { MIGRATIONS } from './migration/index.ts'
import { cannotConnect, postgresDialect } from './postgres.ts'
import { readFact, SECRET_PROOF } from './meta.ts'
import type { DatabaseKind, Db, Schema } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'
import type { StateOptions } from './state.ts'

/** The results. */
export interface StateReport {
  readonly kind: DatabaseKind
  readonly schemaVersion: number
  /** The version this program knows. */
  readonly knownVersion: number
  readonly accounts: number
  /** Administrators that may sign in. */
  readonly administrators: number
  /** Damage that the database's own check reports; empty when all is well. */
  readonly damage: readonly string[]
  /** E-mails of accounts whose balance does not equal the sum of their ledger. */
  readonly unbalanced: readonly string[]
  /** The proof of the secret of these accounts; undefined when none was used yet. */
  readonly secretProof: string | undefined
}

/** Examines a state database. Fails with `input` when it cannot be opened. */
export async function examineState(options: StateOptions): Promise<StateReport> {
  const kind: DatabaseKind = 'file' in options ? 'sqlite' : 'postgres'
  const dialect = 'file' in options ? sqliteDialect(options.file) : postgresDialect(options.url)
  const db = new Kysely<Schema>({ dialect })
  try {
    const damage = kind === 'sqlite' ? await damageOf(db) : []
    return { kind, knownVersion: MIGRATIONS.length, damage, ...(await contentOf(db)) }
  } catch (error) {
    throw 'url' in options ? cannotConnect(options.url, error) : error
  } finally {
    await db.destroy()
  }
}

async function damageOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(20)`.execute(db)
  return rows.map((row) => row.integrity_check).filter((line) => line !== 'ok')
}

async function contentOf(db: Db): Promise<Omit<StateReport, 'kind' | 'knownVersion' | 'damage'>> {
  const version = await sql<{ version: number }>`select max(version) as version from schema_version`.execute(
    db,
  )
  const counted = await sql<{ accounts: number; administrators: number }>`select count(*) as accounts,
    count(case when role = 'administrator' and disabled = 0 then 1 end) as administrators from account`.execute(
    db,
  )
  const unbalanced = await sql<{ email: string }>`select email from account a
    where balance <> (select coalesce(sum(amount), 0) from ledger l where l.account_id = a.id)
    order by id limit 20`.execute(db)
  return {
    schemaVersion: version.rows[0]?.version ?? 0,
    accounts: Number(counted.rows[0]?.accounts ?? 0),
    administrators: Number(counted.rows[0]?.administrators ?? 0),
    unbalanced: unbalanced.rows.map(({ email }) => email),
    secretProof: await readFact(db, SECRET_PROOF),
  }
}
