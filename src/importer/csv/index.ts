// Our own CSV: a header row of catalogue names, one record per row, as `periplus export --format csv` writes it and as spreadsheets
// keep it. Lists are joined by commas; a `'` that guards a cell against spreadsheets is taken off.
import { unguardCell } from '../../util/index.ts'
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import { foreignLikeness, meaningOf, RecordMapper } from '../record/index.ts'
import { firstCells, readRows, reject } from '../text/index.ts'

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

function detect(sample: Sample): number {
  const start = sample.text.slice(0, 65_536).trimStart()
  if (/^[[{<]/.test(start)) return 0
  return likeness(namesOf(firstCells(start).map((cell) => cell.replace(/^"(.*)"$/, '$1'))))
}

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const mapper = new RecordMapper(options)
  let names = options.fields
  let header = names?.join(',') ?? ''
  let first = true
  for await (const row of readRows(input.bytes, options)) {
    if (row.kind === 'reject') {
      yield row
      continue
    }
    const top = first
    first = false
    if (top && likeness(namesOf(row.cells)) > 0) {
      names = namesOf(row.cells)
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
