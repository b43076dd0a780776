// SQLite databases of tools. The file may be anybody's: a copy of it is opened, and only plain tables are read.
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Input, Reading } from '../importer.ts'

/** The start of every such file. */
export const SQLITE_START = 'SQLite format 3\0'

/** Bytes of a database that are copied to disk. */
const LARGEST = 8 * 1024 ** 3

/** One row by the names of its columns. */
export type SqlRow = Readonly<Record<string, unknown>>

/** The columns of the plain tables by their names. */
export type Tables = ReadonlyMap<string, ReadonlySet<string>>

/** Copies the database of an input, reads it and removes the copy; damage is a note after what could be read. */
export async function* readDatabase(
  input: Input,
  read: (database: DatabaseSync, tables: Tables) => Iterable<Reading>,
): AsyncGenerator<Reading> {
  const folder = await mkdtemp(join(tmpdir(), 'periplus-sqlite-'))
  try {
    const path = join(folder, 'copy.sqlite3')
    if (await copied(input, path)) yield* readCopy(path, read)
    else yield { kind: 'note', text: `the database is larger than ${LARGEST} bytes and is not read` }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Writes a stream to a file, up to the allowed size; whether that is all of it. */
async function copied(input: Input, path: string): Promise<boolean> {
  let size = 0
  async function* bounded(): AsyncGenerator<Uint8Array> {
    for await (const chunk of input.bytes) {
      size += chunk.length
      if (size > LARGEST) return
      yield chunk
    }
  }
  await pipeline(Readable.from(bounded(), { objectMode: false }), createWriteStream(path))
  return size <= LARGEST
}

function* readCopy(
  path: string,
  read: (database: DatabaseSync, tables: Tables) => Iterable<Reading>,
): Generator<Reading> {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { allowExtension: false })
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF')
    yield* read(database, tablesOf(database))
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    yield {
      kind: 'note',
      text: `the database is damaged: ${problem.slice(0, 200)}; what came before was read`,
    }
  } finally {
    database?.close()
  }
}

/** The columns of plain tables; views, virtual tables and computed columns could run anything. */
function tablesOf(database: DatabaseSync): Tables {
  const rows = database
    .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table' LIMIT 100")
    .all() as SqlRow[]
  const plain = rows.filter(
    ({ sql }) => typeof sql === 'string' && !/\bVIRTUAL\b|\bGENERATED\b|\bAS\s*\(/i.test(sql),
  )
  const columns = database.prepare('SELECT name FROM pragma_table_info(?) LIMIT 100')
  return new Map(
    plain.map(({ name }) => [
      String(name),
      new Set((columns.all(String(name)) as SqlRow[]).map((row) => String(row['name']))),
    ]),
  )
}
