// Spreadsheets (XLSX) with a table of services: below headings of the catalogue, or the Chinese ones of FOFA, Hunter and Quake. The
// file is a zip: the workbook is its main part, the sheets and their shared texts are beside it. Layout: ECMA-376, part 1, §18.
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import {
  catalogueName,
  foreignLikeness,
  isChineseTable,
  meaningOf,
  RecordMapper,
  recordOfChinese,
} from '../record/index.ts'
import {
  attributeOf,
  childOf,
  type JsonObject,
  readElements,
  readPort,
  reject,
  type XmlElement,
} from '../text/index.ts'

/** Parts are read up to this many bytes. */
const LARGEST_PART = 64 * 1024 * 1024
/** Columns beyond this one are nobody's table of services. */
const MOST_COLUMNS = 500

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function elementsOf(bytes: Uint8Array | undefined, name: string): Promise<XmlElement[]> {
  const found: XmlElement[] = []
  if (bytes === undefined) return found
  for await (const event of readElements(once(bytes), new Set([name]), {}))
    if (event.kind === 'element') found.push(event.element)
  return found
}

/** `_x000D_` stands for a carriage return, and `_x005F_` for a `_` that begins no such escape. */
const ESCAPED = /_x([0-9A-F]{4})_/gi

/** The text of a shared or inline text: that of its runs, without pronunciation hints. */
function textOf(element: XmlElement): string {
  if (element.name === 't')
    return element.text
      .replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .toWellFormed()
  return element.children.map((child) => (child.name === 'rPh' ? '' : textOf(child))).join('')
}

/** `C7` is the third column. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d*$/.exec(reference ?? '')?.[1]
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** The text of a cell; undefined where it is among the shared texts and is not there. */
function cellText(cell: XmlElement, shared: readonly string[]): string | undefined {
  const value = childOf(cell, 'v')?.text ?? ''
  switch (attributeOf(cell, 't')) {
    case 's':
      return value === '' ? '' : shared[Number(value)]
    case 'inlineStr':
      return textOf(cell)
    case 'b':
      return value === '1' ? 'true' : 'false'
    case 'e':
      return ''
    default:
      return value
  }
}

interface Cells {
  readonly cells: readonly string[]
  /** The name of the first cell whose text is not there. */
  readonly lost: string | undefined
}

function cellsOf(row: XmlElement, shared: readonly string[]): Cells {
  const cells: string[] = []
  let lost: string | undefined
  for (const cell of row.children) {
    const column = columnOf(attributeOf(cell, 'r')) ?? cells.length
    if (cell.name !== 'c' || column >= MOST_COLUMNS) continue
    while (cells.length < column) cells.push('')
    const text = cellText(cell, shared)
    if (text === undefined) lost ??= attributeOf(cell, 'r') ?? `${column + 1}`
    cells[column] = text ?? ''
  }
  return { cells, lost }
}

/** A cell without its text may be the address of another row: nothing of such a row is stored. */
function lostText(cell: string): string {
  return `the text of the cell \`${cell.slice(0, 20)}\` is not among the first ${LARGEST_PART} bytes of \`sharedStrings.xml\`, which are read: save the sheet as CSV and import that`
}

function isOwnTable(cells: readonly string[]): boolean {
  const known = cells.filter((cell) => meaningOf(cell.trim()) !== undefined)
  return (
    (known.length >= 2 && known.some((cell) => /^(host|ip|link|url)$/i.test(cell.trim()))) ||
    foreignLikeness(cells) > 0
  )
}

function recordOf(headings: readonly string[], cells: readonly string[]): JsonObject {
  if (isChineseTable(headings)) return recordOfChinese(headings, cells)
  const named = headings.flatMap((heading, index) =>
    heading.trim() === '' ? [] : [[heading.trim(), cells[index] ?? ''] as const],
  )
  return Object.fromEntries(named.filter(([, cell]) => cell !== ''))
}

/** Times are days since 1900, which the first of March of that year makes regular. */
function withTimes(record: JsonObject): JsonObject {
  const entries = Object.entries(record).map(([key, value]) => {
    const days = isTime(key) && /^\d{5}(\.\d+)?$/.test(String(value)) ? Number(value) : undefined
    const at = days === undefined ? undefined : Math.round((days - 25_569) * 86_400) * 1000
    return [key, at === undefined ? value : new Date(at).toISOString()] as const
  })
  return Object.fromEntries(entries)
}

function isTime(key: string): boolean {
  return /time|date|seen/i.test(key) || /^(?:lastupdatetime|firstseen)$/.test(catalogueName(key) ?? '')
}

async function* readSheet(
  bytes: Uint8Array,
  name: string,
  shared: readonly string[],
  options: ReadOptions,
): AsyncGenerator<Reading> {
  const mapper = new RecordMapper(options)
  let headings: readonly string[] | undefined
  for await (const event of readElements(once(bytes), new Set(['row']), options)) {
    if (event.kind === 'torn') yield reject(readRow(event.element), event.reason, '')
    if (event.kind !== 'element') continue
    const { cells, lost } = cellsOf(event.element, shared)
    if (lost !== undefined) {
      yield reject(readRow(event.element), lostText(lost), cells.map(quoted).join(','))
      continue
    }
    if (cells.every((cell) => cell.trim() === '')) continue
    const isTable = isChineseTable(cells) || isOwnTable(cells)
    // Some exports have a title in the rows above.
    if (headings === undefined) headings = isTable ? cells : undefined
    else {
      const text = `${headings.map(quoted).join(',')}\n${cells.map(quoted).join(',')}`
      yield* mapper.map(withTimes(recordOf(headings, cells)), readRow(event.element), text)
    }
  }
  if (headings === undefined)
    yield { kind: 'note', text: `the sheet \`${name}\` has no row of headings that name addresses and ports` }
  if (bytes.length >= LARGEST_PART)
    yield {
      kind: 'note',
      text: `the sheet \`${name}\` is larger than ${LARGEST_PART} bytes; the rest is left out`,
    }
  yield* mapper.finish()
}

/** The number of a row, from 1. */
function readRow(row: XmlElement): number {
  const number = Number(attributeOf(row, 'r'))
  return Number.isSafeInteger(number) && number >= 1 ? number : (readPort(row.line) ?? 1)
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** The paths of the sheets in their order. */
async function sheetsOf(input: Input): Promise<readonly string[]> {
  const relations = await elementsOf(await input.beside('_rels/workbook.xml.rels'), 'Relationship')
  const sheets = relations
    .filter((relation) => attributeOf(relation, 'Type')?.endsWith('/worksheet'))
    .flatMap((relation) => attributeOf(relation, 'Target') ?? [])
    .map((target) => target.replace(/^\/?xl\//, ''))
  return sheets.length > 0 ? sheets.slice(0, 100) : ['worksheets/sheet1.xml']
}

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  // The workbook itself only names its sheets.
  for await (const _ of input.bytes);
  const shared = (await elementsOf(await input.beside('sharedStrings.xml'), 'si')).map(textOf)
  for (const path of await sheetsOf(input)) {
    const bytes = await input.beside(path)
    if (bytes === undefined) yield { kind: 'note', text: `the sheet \`${path.slice(0, 100)}\` is missing` }
    else yield* readSheet(bytes, path.slice(0, 100), shared, options)
  }
}

function detect(sample: Sample): number {
  return /^\s*(<\?xml[^>]*>\s*)?<(\w+:)?workbook\b[^>]*spreadsheetml/.test(sample.text) ? 0.99 : 0
}

/** Spreadsheets. */
export const xlsxImporter: Importer = {
  name: 'xlsx',
  label:
    'spreadsheet (XLSX) with headings of the catalogue, of other languages or Chinese ones, as FOFA and Hunter export it',
  anchor: 'workbook.xml',
  anchorParts: ['worksheets', 'sharedStrings.xml', 'styles.xml', 'theme', 'calcChain.xml', '_rels'],
  detect,
  read,
}
