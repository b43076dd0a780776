// DuckDB without indexes, in this process. Its package is not a dependency of ours: `npm install --no-save @duckdb/node-api`, or the
// folder that DUCKDB names.
import { statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { COLUMNS } from './classes.ts'
import { addressNumber, type OpenPeer } from './peer.ts'
import { type Dialect, literal, statementsOf } from './sql.ts'

const DIALECT: Dialect = {
  contains: (column, text) => `contains(lower(${column}), ${literal(text.toLowerCase())})`,
  matches: (column, expression) => `regexp_matches(${column}, ${literal(expression)}, 'i')`,
  network: ({ first, last }) => `address between ${addressNumber(first)} and ${addressNumber(last)}`,
  isNot: 'is distinct from',
}

/** What we use of the package. */
interface DuckDb {
  readonly DuckDBInstance: {
    readonly create: (path: string) => Promise<{
      readonly connect: () => Promise<{
        readonly runAndReadAll: (sql: string) => Promise<{ readonly getRows: () => unknown[][] }>
        readonly closeSync: () => void
      }>
      readonly closeSync: () => void
    }>
  }
}

function load(): DuckDb | undefined {
  const folder = process.env['DUCKDB'] ?? import.meta.dirname
  try {
    return createRequire(join(resolve(folder), 'package.json'))('@duckdb/node-api') as DuckDb
  } catch {
    return undefined
  }
}

/** Loads the records, the newest first. */
export const openDuckDb: OpenPeer = async (file, directory) => {
  const duckdb = load()
  if (duckdb === undefined) return '@duckdb/node-api is not installed'
  const path = join(directory, 'peer.duckdb')
  const instance = await duckdb.DuckDBInstance.create(path)
  const connection = await instance.connect()
  const rowsOf = async (sql: string) => (await connection.runAndReadAll(sql)).getRows()
  const types = COLUMNS.map((name) => `${name}: 'VARCHAR'`).join(', ')
  const octet = (index: number): string => `split_part(ip, '.', ${index})::bigint`
  await rowsOf(`create table records as select * exclude (port, as_number, lastupdatetime),
    nullif(port, '')::int as port, nullif(as_number, '')::bigint as as_number, epoch(lastupdatetime::timestamp)::bigint as seen,
    case when contains(ip, '.') then ${octet(1)} * 16777216 + ${octet(2)} * 65536 + ${octet(3)} * 256 + ${octet(4)} end as address
    from read_json(${literal(file)}, format = 'newline_delimited', columns = {${types}}) order by seen desc, host`)
  await rowsOf('checkpoint')
  return {
    name: 'DuckDB',
    ask: async (question) => {
      const [page, count] = statementsOf(question, DIALECT)
      const rows = await rowsOf(page)
      return { rows: rows.length, total: Number((await rowsOf(count))[0]?.[0]) }
    },
    bytes: async () => statSync(path).size,
    close: async () => {
      connection.closeSync()
      instance.closeSync()
    },
  }
}
