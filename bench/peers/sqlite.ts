// SQLite with an FTS5 index of trigrams, in this process.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { TEXTS } from './classes.ts'
import { addressNumber, batchesOf, numberOf, type OpenPeer, seenAt } from './peer.ts'
import { anywhere, type Dialect, literal, statementsOf } from './sql.ts'

const DIALECT: Dialect = {
  contains: (column, text) =>
    [...text].length < 3
      ? `${column} like ${anywhere(text)} escape '\\'`
      : `id in (select rowid from words where words match ${literal(`${column} : "${text.replaceAll('"', '""')}"`)})`,
  matches: (column, expression) => `matches(${literal(expression)}, ${column})`,
  network: ({ first, last }) => `address between ${addressNumber(first)} and ${addressNumber(last)}`,
  isNot: 'is not',
}

const PLAIN = ['country', 'domain', 'ip', ...TEXTS] as const

/** Loads the records and makes its indexes. */
export const openSqlite: OpenPeer = async (file, directory) => {
  const path = join(directory, 'peer.sqlite')
  const database = new DatabaseSync(path)
  try {
    database.exec(
      `create virtual table words using fts5(${TEXTS.join(', ')}, tokenize = 'trigram', content = 'records', content_rowid = 'id')`,
    )
  } catch {
    database.close()
    return 'this Node.js has no FTS5'
  }
  const expressions = new Map<string, RegExp>()
  database.function('matches', { deterministic: true }, (expression, text) => {
    const pattern = expressions.get(String(expression)) ?? new RegExp(String(expression), 'i')
    expressions.set(String(expression), pattern)
    return pattern.test(String(text)) ? 1 : 0
  })
  await load(database, file)
  return {
    name: 'SQLite FTS5',
    ask: async (question) => {
      const [page, count] = statementsOf(question, DIALECT)
      const rows = database.prepare(page).all()
      return { rows: rows.length, total: Number(database.prepare(count).get()?.['n']) }
    },
    bytes: async () => statSync(path).size,
    close: async () => database.close(),
  }
}

async function load(database: DatabaseSync, file: string): Promise<void> {
  const columns = [...PLAIN, 'port', 'as_number', 'address', 'seen']
  database.exec(`pragma journal_mode = wal; pragma synchronous = off; pragma cache_size = -524288;
    create table records (id integer primary key, ${columns.join(', ')})`)
  const insert = database.prepare(
    `insert into records (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  )
  for await (const batch of batchesOf(file, 5000)) {
    database.exec('begin')
    for (const row of batch) {
      const numbers = [
        numberOf(row['port']),
        numberOf(row['as_number']),
        addressNumber(row['ip']),
        seenAt(row),
      ]
      insert.run(...PLAIN.map((name) => row[name] ?? ''), ...numbers)
    }
    database.exec('commit')
  }
  database.exec("insert into words (words) values ('rebuild'); insert into words (words) values ('optimize')")
  for (const list of ['seen desc, host', 'host', 'address', 'port', 'country', 'domain'])
    database.exec(`create index records_${list.replaceAll(/\W+/g, '_')} on records (${list})`)
  database.exec('analyze; pragma wal_checkpoint(truncate)')
}
