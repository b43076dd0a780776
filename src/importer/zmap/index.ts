// ZMap: addresses alone (its default, without a header), CSV with a header row, or JSON lines.
import { canonicalAddress } from '../../util/index.ts'
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import { asObject, lookAhead, peekObjects, readDocuments, readRows, reject } from '../text/index.ts'
import { fieldKey, readZmapRow, type ZmapRow } from './row.ts'

/** Fields that rows are certain to have when they have more than an address. */
const OWN =
  /^(sport|dport|classification|success|daddr|repeat|cooldown|ttl|ipid|data|timestamp_(str|ts|us)|saddr_raw)$/

function isHeader(cells: readonly string[]): boolean {
  const names = cells.map(fieldKey)
  return (
    names.includes('saddr') &&
    names.every((name) => name === 'saddr' || OWN.test(name) || /^[a-z_]+$/.test(name))
  )
}

function detect(sample: Sample): number {
  const [first] = peekObjects(sample)
  if (first !== undefined) {
    const keys = Object.keys(first).map(fieldKey)
    return keys.includes('saddr') && keys.some((key) => OWN.test(key)) ? 0.97 : 0
  }
  const lines = sample.text.split(/\r?\n/, 20)
  // The last line may be cut, and blank lines say nothing.
  if (lines.length > 1) lines.pop()
  const filled = lines.filter((line) => line.trim() !== '')
  const [top = ''] = filled
  if (isHeader(top.split(','))) return 0.97
  const addresses = filled.filter((line) => canonicalAddress(line.trim()) !== undefined)
  const share = filled.length === 0 ? 0 : addresses.length / filled.length
  return share >= 0.6 ? 0.6 + 0.3 * share : 0
}

function* cellsAsRow(names: readonly string[], cells: readonly string[]): Generator<[string, string]> {
  for (const [index, name] of names.entries()) yield [name, cells[index] ?? '']
}

async function* readCsv(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  let names = options.fields?.map(fieldKey)
  let first = true
  for await (const row of readRows(input.bytes, options)) {
    if (row.kind === 'reject') yield row
    else if (first && isHeader(row.cells)) names = row.cells.map(fieldKey)
    else if (names === undefined && row.cells.length > 1)
      yield reject(
        row.line,
        'the file does not name its columns: give them with --fields saddr,sport,…',
        row.text,
      )
    else yield readZmapRow(new Map(cellsAsRow(names ?? ['saddr'], row.cells)), row.line, row.text, options)
    first = false
  }
}

async function* readJson(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  for await (const document of readDocuments(input.bytes, options)) {
    if (document.kind !== 'value') yield document
    else yield readZmapRow(rowOf(document.value), document.line, document.text, options)
  }
}

function rowOf(value: Parameters<typeof asObject>[0]): ZmapRow {
  const row = new Map<string, string>()
  for (const [key, item] of Object.entries(asObject(value) ?? {}))
    if (item !== undefined && item !== null && typeof item !== 'object') row.set(fieldKey(key), String(item))
  return row
}

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const { start, input: again } = await lookAhead(input, 1024)
  yield* start.startsWith('{') || start.startsWith('[') ? readJson(again, options) : readCsv(again, options)
}

/** ZMap's output. */
export const zmapImporter: Importer = {
  name: 'zmap',
  label: 'ZMap addresses, CSV and JSON (`zmap -p 80 -o FILE`; addresses alone need `--port`)',
  detect,
  read,
}
