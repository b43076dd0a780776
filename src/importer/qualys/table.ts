// Qualys: reports as CSV. Lines about the report precede the header; columns are found by their names, in any order.
import { type HostFacts, HostReader, type Result, severityOfLevel } from './port.ts'
import type { Input, Reading, ReadOptions } from '../importer.ts'
import { headerNames, type Row, readRows, reject } from '../text/index.ts'

/** Lines that may precede the header. */
const ABOVE = 20

/** By what we call it, the headings of scan reports and of the list of vulnerabilities of VMDR. */
const COLUMNS = {
  address: ['ip', 'asset ipv4', 'ipv4 address'],
  address6: ['ipv6', 'asset ipv6', 'ipv6 address'],
  name: ['dns', 'dns name'],
  os: ['os', 'operating system'],
  qid: ['qid'],
  title: ['title'],
  severity: ['severity'],
  port: ['port'],
  transport: ['protocol'],
  fqdn: ['fqdn'],
  secure: ['ssl'],
  time: ['last detected'],
  cves: ['cve id', 'cve', 'cve-id'],
  output: ['results', 'result'],
  status: ['vuln status', 'status'],
} as const

type Column = keyof typeof COLUMNS

/** Whether cells are the header of such a table. */
export function isHeader(cells: readonly string[]): boolean {
  const names = headerNames(cells)
  const has = (column: Column): boolean => COLUMNS[column].some((name) => names.includes(name))
  return has('address') && has('qid') && has('port') && has('transport') && has('severity')
}

/** Whether a text has such a header among its first lines. */
export function hasHeader(text: string): boolean {
  const lines = text.split('\n', ABOVE).filter((line) => /qid/i.test(line))
  return lines.some((line) => isHeader(line.trim().split(',')))
}

type Cells = Readonly<Partial<Record<Column, string>>>

function cellsOf(names: readonly string[], cells: readonly string[]): Cells {
  const found: Partial<Record<Column, string>> = {}
  for (const column of Object.keys(COLUMNS) as Column[]) {
    const at = COLUMNS[column].map((name) => names.indexOf(name)).find((index) => index >= 0)
    // `'-` is nothing, guarded against spreadsheets.
    const value = at === undefined ? '' : (cells[at]?.trim().replace(/^'/, '') ?? '')
    if (value !== '' && value !== '-') found[column] = value
  }
  return found
}

/** `05/25/2021 07:36:58`: month, day, year. */
function timeOf(text: string | undefined): string | undefined {
  const [, month, day, year, clock] = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d(?::\d\d)?)/.exec(text ?? '') ?? []
  return year === undefined ? text : `${year}-${month}-${day} ${clock}`
}

function resultOf(row: Cells, line: number, text: string): Result {
  return {
    ...{ line, text, qid: row.qid ?? '', title: row.title, name: row.fqdn, service: undefined },
    ...{ port: row.port, transport: row.transport, output: row.output ?? '', time: timeOf(row.time) },
    severity: severityOfLevel(row.severity),
    secure: /^(yes|true|1|over ssl)$/i.test(row.secure ?? ''),
    cves: (row.cves ?? '').split(/[,;\s]+/).filter((cve) => /^CVE-/i.test(cve)),
  }
}

/** Reads such a table. */
export async function* readTable(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const host = new HostReader()
  let header: Extract<Row, { kind: 'row' }> | undefined
  let facts: HostFacts | undefined
  let above = 0
  let line = 1
  for await (const row of readRows(input.bytes, options)) {
    const before = header === undefined ? '' : `${header.text}\n`
    if (row.kind === 'reject') {
      yield reject(row.reject.line, row.reject.reason, before + row.reject.text)
      continue
    }
    if (header === undefined) {
      if (isHeader(row.cells)) header = row
      else if (++above > ABOVE) return yield reject(row.line, 'no header of a report of Qualys', row.text)
      continue
    }
    const cells = cellsOf(headerNames(header.cells), row.cells)
    const address = cells.address ?? cells.address6
    if (cells.qid === undefined || address === undefined) {
      // Rows about hosts without results, and the lines that end a report.
      yield { kind: 'skip', line: row.line, reason: 'a row without a finding' }
      continue
    }
    if (/^fixed$/i.test(cells.status ?? '')) {
      yield { kind: 'skip', line: row.line, reason: 'a finding that was fixed' }
      continue
    }
    if (facts !== undefined && (facts.address !== address || host.size > HELD))
      yield* host.finish(facts, line)
    if (facts?.address !== address) line = row.line
    facts = { address, name: cells.name, os: cells.os, time: undefined }
    host.take(resultOf(cells, row.line, before + row.text))
  }
  if (facts !== undefined) yield* host.finish(facts, line)
}

/** Characters of results that are held for one host; beyond, the ports so far are passed on. */
const HELD = 16 * 1024 * 1024
