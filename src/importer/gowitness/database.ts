// The SQLite database of gowitness 2 and 3 (`gowitness.sqlite3`), read into the objects that version 3 writes as JSON lines.
import type { DatabaseSync } from 'node:sqlite'
import type { Input, Reading } from '../importer.ts'
import {
  type Json,
  type JsonObject,
  readDatabase,
  reject,
  type SqlRow as Row,
  type Tables,
} from '../text/index.ts'
import { mapPage } from './page.ts'

/** Rows that belong to one page. */
const MOST_ROWS = 1000
const LONGEST_VALUE = 16 * 1024 * 1024
/** Characters of all values of one page; what comes beyond is left out. */
const LONGEST_PAGE = 32 * 1024 * 1024

/** The tables of a page and those that belong to it, as each version names them. */
interface Layout {
  readonly pages: string
  readonly key: string
  readonly html: string
  readonly time: string
  readonly address: string
}

const LAYOUTS: readonly Layout[] = [
  { pages: 'results', key: 'result_id', html: 'html', time: 'probed_at', address: 'remote_ip' },
  { pages: 'urls', key: 'url_id', html: 'dom', time: 'created_at', address: 'ip' },
]

/** Reads the pages of one database. */
class PageTables {
  readonly #database: DatabaseSync
  readonly #tables: Tables
  readonly #layout: Layout
  /** What is left of the room of the page that is read. */
  #room = LONGEST_PAGE

  constructor(database: DatabaseSync, tables: Tables, layout: Layout) {
    this.#database = database
    this.#tables = tables
    this.#layout = layout
  }

  *objects(): Generator<{ readonly id: number; readonly page: JsonObject }> {
    const { pages, html, time } = this.#layout
    const wanted = `id url final_url response_code response_reason protocol proto title failed failed_reason screenshot file_name filename ${html} ${time}`
    for (const row of this.#rows(pages, wanted.split(' '), '')) {
      this.#room = LONGEST_PAGE - sizeOf(row)
      const id = Number(row['id'])
      const base = {
        ...{ url: textOf(row['url']), final_url: textOf(row['final_url']), probed_at: textOf(row[time]) },
        ...{
          response_code: numberOf(row['response_code']),
          response_reason: reasonOf(row['response_reason']),
        },
        ...{
          protocol: textOf(row['protocol'] ?? row['proto']),
          title: textOf(row['title']),
          html: textOf(row[html]),
          screenshot: textOf(row['screenshot']),
          file_name: textOf(row['file_name'] ?? row['filename']),
        },
        ...{ failed: row['failed'] === 1, failed_reason: textOf(row['failed_reason']) },
      }
      yield { id, page: { ...base, ...this.#parts(id) } }
    }
  }

  #parts(id: number): JsonObject {
    const { key, address } = this.#layout
    const of = (table: string, columns: readonly string[]): readonly Row[] => [
      ...this.#rows(table, columns, key, id),
    ]
    return {
      headers: of('headers', ['key', 'value']).map((row) => ({
        key: textOf(row['key']),
        value: textOf(row['value']),
      })),
      technologies: of('technologies', ['value']).map((row) => ({ value: textOf(row['value']) })),
      network: of('network_logs', ['url', address]).map((row) => ({
        url: textOf(row['url']),
        remote_ip: textOf(row[address]),
      })),
      tls: this.#tls(id),
    }
  }

  /** Version 2 keeps every certificate of the chain, the server's first. */
  #tls(id: number): JsonObject {
    const columns = ['id', 'version', 'protocol', 'subject_name', 'issuer', 'valid_from', 'valid_to']
    const [tls] = [...this.#rows('tls', columns, this.#layout.key, id)]
    if (tls === undefined) return {}
    const names = ['id', 'subject_common_name', 'issuer_common_name']
    const [leaf] = [...this.#rows('tls_certificates', names, 'tls_id', Number(tls['id']))]
    const list =
      leaf === undefined
        ? [...this.#rows('tls_san_lists', ['value'], 'tls_id', Number(tls['id']))].map((row) => row['value'])
        : [
            ...this.#rows('tls_certificate_dns_names', ['name'], 'tls_certificate_id', Number(leaf['id'])),
          ].map((row) => row['name'])
    return {
      protocol: textOf(tls['protocol']) ?? VERSIONS.get(Number(tls['version'])) ?? null,
      subject_name: textOf(tls['subject_name'] ?? leaf?.['subject_common_name']),
      issuer: textOf(tls['issuer'] ?? leaf?.['issuer_common_name']),
      ...{ valid_from: textOf(tls['valid_from']), valid_to: textOf(tls['valid_to']) },
      san_list: list.map((value) => ({ value: textOf(value) })),
    }
  }

  /** Rows of a table that has the columns; columns that this version lacks are left out. */
  *#rows(table: string, columns: readonly string[], key: string, id?: number): Generator<Row> {
    const known = this.#tables.get(table)
    const present = columns.filter((column) => known?.has(column))
    if (known === undefined || present.length === 0 || (id !== undefined && !known.has(key))) return
    const cut = present.map(
      (column) => `CASE WHEN length("${column}") <= ${LONGEST_VALUE} THEN "${column}" END AS "${column}"`,
    )
    const where = id === undefined ? '' : ` WHERE "${key}" = ? LIMIT ${MOST_ROWS}`
    const statement = this.#database.prepare(`SELECT ${cut.join(', ')} FROM "${table}"${where}`)
    for (const row of (id === undefined ? statement.iterate() : statement.iterate(id)) as Iterable<Row>) {
      if (id !== undefined) this.#room -= sizeOf(row)
      if (this.#room < 0) return
      yield row
    }
  }
}

/** Characters of the texts of a row. */
function sizeOf(row: Row): number {
  return Object.values(row).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 8),
    0,
  )
}

/** The numbers of versions in the handshake (RFC 8446, 4.1.2). */
const VERSIONS: ReadonlyMap<number, string> = new Map([
  [768, 'SSLv3'],
  [769, 'TLSv1.0'],
  [770, 'TLSv1.1'],
  [771, 'TLSv1.2'],
  [772, 'TLSv1.3'],
])

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value.toWellFormed() : null
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** Version 2 writes the code in front of the reason. */
function reasonOf(value: unknown): Json {
  return typeof value === 'string' ? value.replace(/^\d{3} /, '').toWellFormed() : null
}

/** gowitness makes none on what belongs to a page: without them each page would read whole tables. */
function addIndexes(database: DatabaseSync, tables: Tables, ofPage: string): void {
  for (const table of PARTS)
    for (const column of [ofPage, 'tls_id', 'tls_certificate_id'])
      if (tables.get(table)?.has(column))
        database.exec(`CREATE INDEX IF NOT EXISTS "periplus_${table}_${column}" ON "${table}" ("${column}")`)
}

const PARTS = [
  ...['headers', 'technologies', 'network_logs', 'tls'],
  ...['tls_certificates', 'tls_certificate_dns_names', 'tls_san_lists'],
]

function* readTables(database: DatabaseSync, tables: Tables): Generator<Reading> {
  const layout = LAYOUTS.find(({ pages }) => tables.has(pages))
  addIndexes(database, tables, layout?.key ?? '')
  if (layout === undefined) yield { kind: 'note', text: 'the database holds no pages of gowitness' }
  else
    for (const { id, page } of new PageTables(database, tables, layout).objects()) yield* readingsOf(id, page)
}

function* readingsOf(id: number, page: JsonObject): Generator<Reading> {
  const line = Number.isSafeInteger(id) && id > 0 ? id : 1
  for (const mapped of mapPage(page)) {
    if (mapped.kind === 'reject')
      yield reject(line, mapped.reason, JSON.stringify({ ...page, html: undefined, screenshot: undefined }))
    else yield { ...mapped, line }
  }
}

/** Reads such a database; the lines of its readings are the numbers of its rows. */
export function readPages(input: Input): AsyncGenerator<Reading> {
  return readDatabase(input, readTables)
}
