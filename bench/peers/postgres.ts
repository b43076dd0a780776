// PostgreSQL with pg_trgm, a server of its own.
import { existsSync } from 'node:fs'
import pg from 'pg'
import { NO_POSTGRES, POSTGRES_PROGRAMS, startPostgres } from '../../test/support/postgres.ts'
import { TEXTS } from './classes.ts'
import { batchesOf, numberOf, type OpenPeer, type Row, seenAt } from './peer.ts'
import { anywhere, type Dialect, literal, statementsOf } from './sql.ts'

const DIALECT: Dialect = {
  contains: (column, text) => `${column} ilike ${anywhere(text)}`,
  matches: (column, expression) => `${column} ~* ${literal(expression)}`,
  network: ({ network }) => `ip <<= ${literal(network)}`,
  isNot: 'is distinct from',
}

const COLUMNS: readonly (readonly [name: string, type: string, value: (row: Row) => unknown])[] = [
  ...TEXTS.map((name) => [name, 'text', (row: Row) => row[name] ?? ''] as const),
  ['country', 'text', (row) => row['country'] ?? ''],
  ['domain', 'text', (row) => row['domain'] ?? ''],
  ['ip', 'inet', (row) => row['ip'] || null],
  ['port', 'int', (row) => numberOf(row['port'])],
  ['as_number', 'bigint', (row) => numberOf(row['as_number'])],
  ['seen', 'bigint', seenAt],
]

/** Loads the records and makes its indexes. */
export const openPostgres: OpenPeer = async (file) => {
  if (POSTGRES_PROGRAMS === undefined) return NO_POSTGRES ?? 'not installed'
  if (!existsSync(POSTGRES_PROGRAMS.replace(/bin$/, 'lib/pg_trgm.so'))) return 'pg_trgm is not installed'
  const server = await startPostgres({
    locale: 'C.UTF-8',
    settings: ['shared_buffers=512MB', 'maintenance_work_mem=256MB'],
  })
  const client = new pg.Client({ connectionString: await server.create() })
  await client.connect()
  await load(client, file)
  const ask = async (question: Parameters<typeof statementsOf>[0]) => {
    const [page, count] = statementsOf(question, DIALECT)
    const { rows } = await client.query(page)
    const counted = await client.query<{ n: string }>(count)
    return { rows: rows.length, total: Number(counted.rows[0]?.n) }
  }
  const bytes = async () => {
    const found = await client.query<{ n: string }>("select pg_total_relation_size('records') as n")
    return Number(found.rows[0]?.n)
  }
  const close = async () => {
    await client.end()
    await server.stop()
  }
  return { name: 'PostgreSQL', ask, bytes, close }
}

async function load(client: pg.Client, file: string): Promise<void> {
  await client.query('create extension pg_trgm')
  await client.query(`create table records (${COLUMNS.map(([name, type]) => `${name} ${type}`).join(', ')})`)
  const lists = COLUMNS.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ')
  const names = COLUMNS.map(([name]) => name).join(', ')
  for await (const batch of batchesOf(file, 2000)) {
    const values = COLUMNS.map(([, , value]) => batch.map((row) => clean(value(row))))
    await client.query(`insert into records (${names}) select * from unnest(${lists})`, values)
  }
  for (const name of TEXTS) await client.query(`create index on records using gin (${name} gin_trgm_ops)`)
  for (const columns of ['seen desc, host', 'host', 'ip', 'port', 'country', 'domain'])
    await client.query(`create index on records (${columns})`)
  await client.query('vacuum analyze records')
}

/** PostgreSQL's texts hold no NUL. */
const clean = (value: unknown): unknown => (typeof value === 'string' ? value.replaceAll('\0', '') : value)
