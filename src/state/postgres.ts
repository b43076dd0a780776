// PostgreSQL through pg behind Kysely's dialect.
import { type Dialect, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { AppError, isAppError } from '../error/index.ts'
import { mapLostConnection } from './lost.ts'

const INT8 = 20
const CONNECTIONS = 10
/** A process that stops in the middle of a transaction loses it, so that others can continue (milliseconds). */
const IDLE_IN_TRANSACTION = 10_000

/** A pool of connections; it connects at the first query. */
export function postgresDialect(url: string): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: 10_000,
    application_name: 'periplus',
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION,
    types: numbersAsNumbers,
    // Detects a server that vanished without closing its connections.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  // A broken connection is replaced at the next query. Without listeners its error would end the process: the pool reports idle
  // connections, each client those in use.
  pool.on('error', () => {})
  pool.on('connect', ignoreErrors)
  return new PostgresDialect({ pool: mapped(pool) })
}

/** Prevents a broken connection from ending the process; the next statement on it fails. */
export function ignoreErrors(client: pg.Client | pg.PoolClient): void {
  client.on('error', () => {})
}

/** The pool with lost connections converted into the error for callers. */
function mapped(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect().catch(throwMapped)
      const known = clients.get(client) ?? mappedClient(client)
      clients.set(client, known)
      return known
    },
  }
}

function mappedClient(client: pg.PoolClient): PostgresPoolClient {
  const query = (text: string, values: unknown[]): Promise<unknown> =>
    client.query(text, values).catch(throwMapped)
  // The pool gives a client another `release` each time it is checked out.
  return { query: query as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
}

function throwMapped(error: unknown): never {
  throw mapLostConnection(error)
}

/** Integers arrive as numbers, as from SQLite; all of ours stay below 2^53. */
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

/** Whether the transaction conflicted with another one and can run again. */
export function isPostgresTransient(error: unknown): boolean {
  return ['40001', '40P01', '55P03'].includes(sqlState(error) ?? '')
}

/** Whether the server's disk is full. */
export function isPostgresFull(error: unknown): boolean {
  return sqlState(error) === '53100'
}

/** Whether a unique value existed already. */
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

/** Host, port and database of an address: nothing secret. */
export function serverOf(url: string): string {
  const { host, port, database } = new pg.Client({ connectionString: url })
  return `${host}:${port}/${database}`
}

/** The error for the operator when the first connection fails. */
export function cannotConnect(url: string, cause: unknown): AppError {
  const found = isAppError(cause) && cause.cause !== undefined ? cause.cause : cause
  const reason = found instanceof Error ? found.message || sqlState(found) : String(found)
  return new AppError(
    'input',
    `cannot use the state database \`${printUrl(url)}\`: ${reason}; check the address, the user and that the server runs`,
    { cause },
  )
}
