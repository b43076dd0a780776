// EyeWitness: `Requests.csv` (which page answered), the pages of its report, and `open_ports.csv` (which ports of which names).
import {
  type Mapped,
  readMappedRows,
  rejected,
  screenshotOf,
  serviceOf,
  skipped,
  textAt,
  webPageOf,
  withScreenshot,
} from '../fact/index.ts'
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import { firstCells, type JsonObject, lookAhead, readPort, readRows, reject } from '../text/index.ts'
import { knownTitle, readReport, REPORT } from './report.ts'

const REQUESTS = ['Protocol', 'Port', 'Domain', 'Request Status']

function trimmed(cells: readonly string[]): readonly string[] {
  return cells.map((cell) => cell.replace(/^\ufeff/, '').trim())
}

function isRequests(cells: readonly string[]): boolean {
  const names = trimmed(cells)
  return REQUESTS.every((name) => names.includes(name))
}

function isPorts(cells: readonly string[]): boolean {
  const [first, ...ports] = trimmed(cells).filter((cell, index) => index === 0 || cell !== '')
  return first === 'URL' && ports.length > 0 && ports.every((port) => readPort(port) !== undefined)
}

function recordOf(names: readonly string[], cells: readonly string[]): JsonObject {
  return Object.fromEntries(trimmed(names).map((name, index) => [name, cells[index]?.trim() ?? '']))
}

function* mapRequest(record: JsonObject): Generator<Mapped> {
  const status = textAt(record, 'Request Status')
  const [protocol, domain, port] = ['Protocol', 'Domain', 'Port'].map((key) => textAt(record, key))
  if (status === undefined || domain === undefined || readPort(port) === undefined)
    return yield rejected('no domain, port and status of a request')
  // Both mean that a server answered, the second with an error of HTTP.
  if (status !== 'Successful' && status !== 'BadStatus')
    return yield skipped(`a page without an answer (${status.slice(0, 40)})`)
  // Versions since 2025 also write the web address, the address and the title.
  const url = `${protocol}://${domain.includes(':') ? `[${domain}]` : domain}:${port}/`
  const title = knownTitle(textAt(record, 'Title'))
  const stated = { ...(title !== '' && { title }) }
  const mapped = webPageOf(textAt(record, 'URL') ?? url, { address: textAt(record, 'Resolved'), stated })
  yield withScreenshot(mapped, screenshotOf(undefined, textAt(record, 'Screenshot Path')))
}

/** A row has an `X` below each port that is open; the header has only those that are open anywhere. */
async function* readPorts(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  let ports: readonly string[] | undefined
  for await (const row of readRows(input.bytes, options)) {
    if (row.kind === 'reject') yield row
    else if (ports === undefined) ports = trimmed(row.cells)
    else {
      const [name = '', ...cells] = trimmed(row.cells)
      const open = cells.flatMap((cell, index) => (/^x$/i.test(cell) ? (ports?.[index + 1] ?? '') : []))
      for (const port of open) {
        const mapped = serviceOf({
          name: name.replace(/^https?:\/\//i, ''),
          address: undefined,
          port,
          stated: {},
        })
        if (mapped.kind === 'reject') yield reject(row.line, mapped.reason, row.text)
        else yield { ...mapped, line: row.line }
      }
      if (open.length === 0) yield { kind: 'skip', line: row.line, reason: 'host without a listed port' }
    }
  }
}

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const { start, cells, input: again } = await lookAhead(input)
  if (REPORT.test(start)) yield* readReport(again, options)
  else if (isPorts(cells)) yield* readPorts(again, options)
  else yield* readMappedRows(again, options, { record: recordOf, map: mapRequest })
}

function detect(sample: Sample): number {
  const start = sample.text.slice(0, 8192)
  const cells = firstCells(start)
  if (REPORT.test(start)) return 0.97
  return isRequests(cells) || isPorts(cells) ? 0.97 : 0
}

/** EyeWitness' tables and reports. */
export const eyewitnessImporter: Importer = {
  name: 'eyewitness',
  label: 'EyeWitness (`Requests.csv`, `report.html` and its further pages, `open_ports.csv`)',
  detect,
  namesPictures: true,
  read,
}
