// Our own CSV: a header row of catalogue names, one record per row, as `periplus export --format csv` writes it and as spreadsheets
// keep it. Lists are joined by commas; a `'` that guards a cell against spreadsheets is taken off.
import { parseAddress, unguardCell } from '../../util/index.ts'
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import { catalogueName, foreignLikeness, meaningOf, RecordMapper } from '../record/index.ts'
import { firstRows, lookAhead, readPort, readRows, reject } from '../text/index.ts'

function namesOf(cells: readonly string[]): readonly string[] {
  return cells.map((cell) => unguardCell(cell.trim()))
}

/** How many of the names the catalogue knows; enough of them, with an identity among them, make a header row of ours. */
function likeness(names: readonly string[]): number {
  const known = names.filter((name) => meaningOf(name) !== undefined)
  const identity = names.some((name) => /^(host|ip|link|url)$/i.test(name))
  if (!identity || known.length < 2) return foreignLikeness(names)
  return known.length === names.length
    ? 0.95
    : known.length / names.length >= 0.6
      ? 0.6
      : foreignLikeness(names)
}

/** Where the address and the port of each row are, if the header has both. */
function serviceColumns(names: readonly string[]): readonly [number, number] | undefined {
  const known = names.map(catalogueName)
  const address = known.findIndex((name) => name === 'ip' || name === 'host')
  const port = known.indexOf('port')
  return address < 0 || port < 0 ? undefined : [address, port]
}

/** A header with columns of its own beside address and port, where the first row has both: a table of services. */
function hasServices(names: readonly string[], row: readonly string[]): boolean {
  const [address, port] = serviceColumns(names) ?? []
  if (address === undefined || port === undefined) return false
  return parseAddress(row[address]?.trim() ?? '') !== undefined && readPort(row[port]?.trim()) !== undefined
}

/** Lines that may be above the header: a title, remarks, empty ones. */
const MOST_ABOVE = 15

interface Header {
  /** Lines above it that are not empty. */
  readonly above: number
  readonly score: number
}

/** The header of a table at the start of a text, if there is one. */
function headerOf(text: string): Header | undefined {
  const lines = text.slice(0, 65_536).split('\n', MOST_ABOVE + 3)
  let above = 0
  for (const [at, top] of lines.slice(0, MOST_ABOVE).entries()) {
    if (top.trim() === '') continue
    const [header, row] = firstRows(lines.slice(at).join('\n'))
    const names = namesOf(header.map(unquoted))
    const score = likeness(names) || (hasServices(names, row.map(unquoted)) ? 0.56 : 0)
    // A line above a table is not itself a row of one.
    if (score > 0) return { above, score: above === 0 ? score : Math.min(score, 0.56) }
    if (header.length > 1 && !/^\s*#/.test(top)) return undefined
    above++
  }
  return undefined
}

function unquoted(cell: string): string {
  return cell.replace(/^"(.*)"$/, '$1')
}

function detect(sample: Sample): number {
  if (/^\s*[[{<]/.test(sample.text)) return 0
  return headerOf(sample.text)?.score ?? 0
}

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const mapper = new RecordMapper(options)
  const { start, input: again } = await lookAhead(input, 65_536)
  const above = options.fields === undefined ? (headerOf(start)?.above ?? 0) : 0
  let names = options.fields
  let header = names?.join(',') ?? ''
  let first = true
  for await (const row of readRows(again.bytes, { ...options, above })) {
    if (row.kind === 'reject') {
      yield row
      continue
    }
    const top = first
    first = false
    const heads = top ? namesOf(row.cells) : []
    if (likeness(heads) > 0 || serviceColumns(heads) !== undefined) {
      names = heads
      header = row.text
    } else if (names === undefined) {
      yield reject(
        row.line,
        'the file does not name its columns: add a header row, or give --fields',
        row.text,
      )
    } else yield* readCells(mapper, names, header, row)
  }
  yield* mapper.finish()
}

function* readCells(
  mapper: RecordMapper,
  names: readonly string[],
  header: string,
  row: { readonly line: number; readonly cells: readonly string[]; readonly text: string },
): Generator<Reading> {
  const { line, cells } = row
  // With its header above it, a rejected row can be repaired and imported again.
  const text = `${header}\n${row.text}`
  if (cells.length > names.length && cells.slice(names.length).some((cell) => cell !== '')) {
    yield reject(line, `${cells.length} cells where the header names ${names.length}`, text)
    return
  }
  const record: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    const cell = cells[index]
    if (name === '' || cell === undefined) continue
    const before = record[name]
    const value = unguardCell(cell)
    if (before !== undefined && before !== '' && value !== '' && before !== value) {
      yield reject(line, `two columns are named \`${name}\`, with different values: rename one`, text)
      return
    }
    if (value !== '' || before === undefined) record[name] = value
  }
  yield* mapper.map(record, line, text)
}

/** Our own records as CSV. */
export const csvImporter: Importer = {
  name: 'csv',
  label: 'records under catalogue names in a header row (`periplus export --format csv`)',
  detect,
  read,
}
