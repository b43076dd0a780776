// Nessus, Tenable.sc: findings as CSV, in two layouts that differ in the names of their columns. Nessus writes one row per CVE: those
// of one finding become one. Columns are found by their names, in any order.
import { readBaseProtocol } from '../../asset/index.ts'
import { canonicalAddress } from '../../util/index.ts'
import { reachedBy } from '../fact/index.ts'
import type { Input, Reading, ReadOptions } from '../importer.ts'
import {
  headerNames,
  readLocalTime,
  readPort,
  readRows,
  readTime,
  reject,
  type Row,
  type XmlElement,
} from '../text/index.ts'
import { PortReader } from './service.ts'

type TextRow = Extract<Row, { kind: 'row' }>

/** Names of one column, in the order of preference. */
const COLUMNS = {
  plugin: ['plugin id', 'plugin'],
  name: ['name', 'plugin name'],
  host: ['host', 'ip address', 'dns name'],
  protocol: ['protocol'],
  port: ['port'],
  risk: ['risk', 'severity', 'risk factor'],
  cve: ['cve'],
  output: ['plugin output', 'plugin text'],
  synopsis: ['synopsis'],
  seen: ['last observed', 'host end', 'host start'],
} as const
type ColumnName = keyof typeof COLUMNS
const NEEDED: readonly ColumnName[] = ['plugin', 'name', 'host', 'protocol', 'port', 'risk']

/** Whether these cells are the header of such a table. */
export function isHeader(cells: readonly string[]): boolean {
  const names = headerNames(cells)
  return NEEDED.every((column) => COLUMNS[column].some((name) => names.includes(name)))
}

/** Reads one column of a row. */
type CellOf = (column: ColumnName) => string

function cellsOf(names: readonly string[], row: TextRow): CellOf {
  return (column) => {
    for (const name of COLUMNS[column]) {
      const at = names.indexOf(name)
      const cell = at < 0 ? '' : (row.cells[at]?.trim() ?? '')
      if (cell !== '') return cell
    }
    return ''
  }
}

/** A finding with the CVEs of all its rows. */
interface Held {
  readonly row: TextRow
  readonly cell: CellOf
  readonly cves: Set<string>
}

/** Characters of rows that are held for one plugin; beyond, what is held is passed on. */
const HELD = 16 * 1024 * 1024

/** Collects the rows of one plugin. */
class PluginRows {
  readonly #header: string
  readonly #names: readonly string[]
  #plugin = ''
  #held = new Map<string, Held>()
  #size = 0

  constructor(header: TextRow) {
    this.#header = header.text
    this.#names = headerNames(header.cells)
  }

  *take(row: TextRow): Generator<Reading> {
    const cell = cellsOf(this.#names, row)
    if (row.text === this.#header) return
    if (cell('plugin') !== this.#plugin || this.#size > HELD) yield* this.release()
    this.#plugin = cell('plugin')
    const key = ['host', 'protocol', 'port', 'output'].map((name) => cell(name as ColumnName)).join('\n')
    const held = this.#held.get(key) ?? { row, cell, cves: new Set() }
    for (const cve of cell('cve').split(/[,\s]+/)) if (/^CVE-/i.test(cve)) held.cves.add(cve)
    if (!this.#held.has(key)) this.#size += row.text.length
    this.#held.set(key, held)
  }

  *release(): Generator<Reading> {
    for (const held of this.#held.values()) yield this.#reading(held)
    this.#held = new Map()
    this.#size = 0
  }

  #reading({ row, cell, cves }: Held): Reading {
    const { line } = row
    const refuse = (reason: string) => reject(line, reason, `${this.#header}\n${row.text}`)
    const [host, written] = [cell('host'), cell('port')]
    if (host === '' && written === '') return { kind: 'skip', line, reason: 'a row without a host' }
    const transport = readBaseProtocol(cell('protocol'))
    if (written === '0' || written === '' || transport === undefined)
      return { kind: 'skip', line, reason: 'a finding on a host, on no port of it' }
    const port = readPort(written)
    if (port === undefined) return refuse('the port is not between 1 and 65535')
    const where = reachedBy(host, canonicalAddress(host))
    if (where === undefined) return refuse('the host has neither an address nor a name')
    const reader = new PortReader(line, port, transport)
    reader.take(itemOf(cell, cves))
    const { stated, ...service } = reader.finish()
    const observation = { reached: where.reached, time: timeOf(cell('seen')), ...service }
    return {
      kind: 'observation',
      line,
      observation: { ...observation, stated: { ...where.stated, ...stated } },
    }
  }
}

/** `Jan 5, 2021 10:24:08 MST`, or as a report has it. */
function timeOf(text: string): number | undefined {
  const [, month, day, year, rest] = /^([A-Z][a-z]{2}) (\d{1,2}), (\d{4}) (.{5,20})$/.exec(text) ?? []
  return month === undefined ? readTime(text) : readLocalTime(`${day} ${month} ${year} ${rest}`)
}

/** The row as the item that a report would hold. */
function itemOf(cell: CellOf, cves: ReadonlySet<string>): XmlElement {
  const child = (name: string, text: string): XmlElement => ({
    ...{ name, text, line: 0, attributes: new Map<string, string>(), children: [] },
  })
  const output = cell('output').replace(/^Plugin Output: ?\n?/, '')
  return {
    ...child('ReportItem', ''),
    attributes: new Map([
      ['pluginID', cell('plugin')],
      ['pluginName', cell('name')],
    ]),
    children: [
      ...[...cves].map((cve) => child('cve', cve)),
      ...[child('risk_factor', cell('risk')), child('plugin_output', output)],
      child('synopsis', cell('synopsis')),
    ],
  }
}

/** Reads the table. */
export async function* readTable(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  let rows: PluginRows | undefined
  for await (const row of readRows(input.bytes, options)) {
    if (row.kind === 'reject') yield row
    else if (rows === undefined) rows = new PluginRows(row)
    else yield* rows.take(row)
  }
  if (rows !== undefined) yield* rows.release()
}
