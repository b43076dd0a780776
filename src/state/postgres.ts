// PostgreSQL through pg behind Kysely's dialect.
import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import { AppError } from '../error/index.ts'

const INT8 = 20
const CONNECTIONS = 10

/** A pool of connections; nothing is contacted before the first query. */
export function postgresDialect(url: string): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: 10_000,
    application_name: 'periplus',
    types: numbersAsNumbers,
  })
  // A connection that breaks while idle is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {})
  return new PostgresDialect({ pool })
}

/** Whole numbers arrive as numbers, as they do from SQLite; all of ours stay below 2^53. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (oid === INT8 && format !== 'binary') return Number
  return pg.types.getTypeParser(oid, format === 'binary' ? 'text' : format)
}

/** How connections read values, for `types`. */
export const numbersAsNumbers = { getTypeParser }

function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Whether the transaction lost against another one and may simply run again. */
export function isPostgresTransient(error: unknown): boolean {
  return ['40001', '40P01', '55P03'].includes(sqlState(error) ?? '')
}

/** Whether the server had no room on its disk. */
export function isPostgresFull(error: unknown): boolean {
  return sqlState(error) === '53100'
}

/** Whether a unique value stood there already. */
export function isPostgresConflict(error: unknown): boolean {
  return sqlState(error) === '23505'
}

/** The address without its password, for texts and logs. */
export function printUrl(url: string): string {
  try {
    const parsed = new URL(url)
    if (parsed.password !== '') parsed.password = '…'
    return decodeURI(parsed.href)
  } catch {
    return 'postgres://…'
  }
}

/** The failure of the first contact as the operator should read it. */
export function cannotConnect(url: string, cause: unknown): AppError {
  const reason = cause instanceof Error ? cause.message || sqlState(cause) : String(cause)
  return new AppError(
    'input',
    `cannot use the state database \`${printUrl(url)}\`: ${reason}; check the address, the user and that the server runs`,
    { cause },
  )
}
