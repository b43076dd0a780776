// Which columns of a table hold the addresses: by the names in its first line, by what its cells hold, or as declared.
import { type ColumnHints, FeedError } from '../feed.ts'
import {
  type Columns,
  findColumns,
  isAddressNumber,
  isRange,
  isSystemOrNumber,
  shareOf,
  usualWidth,
} from './columns.ts'
import { addressAmong } from './phrase.ts'
import { isStanding } from '../standing.ts'
import { isComment, type Mark, type Row, rowsOf } from './rows.ts'
import { keepsOut, letsIn } from './sense.ts'

/** A table's marks, names and columns. */
export interface Layout {
  readonly mark: Mark
  readonly names: readonly string[] | undefined
  /** Line of the names, or 0 where they are in a comment or nowhere. */
  readonly namesAt: number
  readonly columns: Columns
  /** The first line of the table; above it are notes of the program that wrote it. */
  readonly from: number
  /** Columns that say whether a row is still of the list. */
  readonly standing: readonly number[]
  /** The column in which every row either lets addresses in or keeps them out, and both occur; -1 where there is none. */
  readonly verdictAt: number
  /** The column with the type of each indicator, of which only addresses are read; -1 where there is none. */
  readonly typeAt: number
}

const TYPE = /^(?:indicator_|ioc_|attribute_)?type$/
const VALUE = /^(?:value|indicator|ioc|(?:ioc|attribute)_value)$/

/** Whether a row is of a type that stands for addresses: `ip-dst`, `IPv4`, `CIDR`. */
export const isOfAddresses = (cells: readonly string[], typeAt: number): boolean =>
  typeAt < 0 || /\b(?:ip(?:v[46])?|cidr|net(?:work|block)?|subnet)\b/i.test(cells[typeAt] ?? '')

const SAMPLE = 400
const MARKS: readonly Mark[] = [',', ';', '\t', '|', ' ']

/** The layout of a table; undefined where no column holds addresses or numbers of systems. */
export function layoutOf(whole: string, declared: ColumnHints = {}): Layout | undefined {
  const tried = MARKS.map((mark) => tryMark(whole, mark, declared))
  const layouts = tried.flatMap((one) => (one === undefined || one instanceof FeedError ? [] : [one]))
  const [best] = layouts.toSorted((one, other) => other.fit - one.fit)
  if (best !== undefined && best.fit > 0.5) return best
  const problem = tried.find((one) => one instanceof FeedError)
  if (problem instanceof FeedError) throw problem
  return undefined
}

/** The layout with one mark and how well it fits, or what is wrong with the declared columns. */
function tryMark(
  whole: string,
  mark: Mark,
  declared: ColumnHints,
): (Layout & { readonly fit: number }) | FeedError | undefined {
  const sample = sampleOf(whole, mark)
  if (sample.length === 0 || (usualWidth(sample) < 2 && mark !== ' ')) return undefined
  const rows = sample.slice(notesAbove(sample, mark))
  const named = namesOf(whole, rows, mark)
  const typeAt = named.names?.some((name) => VALUE.test(name))
    ? named.names.findIndex((name) => TYPE.test(name))
    : -1
  const below = named.namesAt === 0 ? rows : rows.slice(1)
  const body = below.filter(({ cells }) => isOfAddresses(cells, typeAt))
  if (body.length === 0) return undefined
  const columns = isDeclared(declared)
    ? declaredColumns(declared, named.names)
    : findColumns(body, named.names)
  if (columns === undefined || columns instanceof FeedError) return columns
  if (!isDeclared(declared) && named.names === undefined && isOneList(body, columns)) return undefined
  const standing = (named.names ?? []).flatMap((name, at) => (isStanding(name) ? [at] : []))
  const stated = { standing, verdictAt: verdictColumn(body) }
  return { mark, ...named, ...stated, from: rows[0]?.line ?? 0, columns, typeAt, fit: fitOf(body, columns) }
}

/** Rows decide by one word of one column: `permit`, `DENY`. */
function verdictColumn(rows: readonly Row[]): number {
  const width = usualWidth(rows)
  return Array.from({ length: width }, (_, at) => at).findIndex((at) => {
    const cells = rows.map(({ cells }) => cells[at] ?? '')
    return cells.every((cell) => letsIn(cell) || keepsOut(cell)) && cells.some(letsIn) && cells.some(keepsOut)
  })
}

const MOST_NOTES = 20

/** How many rows stand above the names of the columns, as exports say when and by whom they were written. */
function notesAbove(rows: readonly Row[], mark: Mark): number {
  const width = usualWidth(rows)
  const at = rows.findIndex(({ cells }) => cells.length === width)
  if (mark === ' ' || at < 1 || at > MOST_NOTES) return 0
  const above = rows.slice(0, at).every(({ cells }) => cells.length < width && !cells.some(isRange))
  const [head, next] = rows.slice(at)
  return above && head?.cells.every(isName) && next?.cells.every(isName) === false ? at : 0
}

/** Whether the only row holds several addresses and other words: a list in one line has no columns. */
function isOneList([row, ...others]: readonly Row[], { holds }: Columns): boolean {
  if (row === undefined || others.length > 0) return false
  if (holds !== 'ranges' && holds !== 'several' && holds !== 'spans') return false
  // Two addresses may be the ends of one range, if nothing brackets them.
  if (holds === 'spans' && row.cells.some((cell) => /[()]/.test(cell))) return true
  return row.cells.filter((cell) => addressAmong(cell) !== undefined).length > (holds === 'ranges' ? 1 : 2)
}

const isDeclared = ({ column, first, last }: ColumnHints): boolean =>
  column !== undefined || first !== undefined || last !== undefined

function sampleOf(whole: string, mark: Mark): readonly Row[] {
  const rows: Row[] = []
  for (const row of rowsOf(whole, mark)) {
    rows.push(row)
    if (rows.length === SAMPLE) break
  }
  return rows
}

/** Names of columns: a first row without any address above rows that hold some, or the last comment before the first row. */
function namesOf(whole: string, rows: readonly Row[], mark: Mark): Pick<Layout, 'names' | 'namesAt'> {
  const [head, next] = rows
  if (head === undefined) return { names: undefined, namesAt: 0 }
  if (next !== undefined && head.cells.every(isName) && !next.cells.every(isName)) {
    // Names with blanks in them do not stand above their columns where blanks part the cells.
    const isAbove = mark !== ' ' || head.cells.length === next.cells.length
    return { names: isAbove ? head.cells.map(lower) : undefined, namesAt: head.line }
  }
  const comment = whole
    .slice(0, 65_536)
    .split('\n', head.line - 1)
    .map((line) => line.trim())
    .findLast((line) => isComment(line) && line.includes(mark))
  const names = comment?.replace(/^[#;/!%\s-]+(?:fields(?::\s*|\t))?/i, '').split(mark === ' ' ? /\s+/ : mark)
  const fits = names !== undefined && names.length === head.cells.length && names.every(isName)
  return {
    names: fits ? names.map((name) => lower(name.replace(/^\s*"|"\s*$/g, ''))) : undefined,
    namesAt: 0,
  }
}

/** Whether a cell may name a column: no address is in it, and it is not a number in any script. */
const isName = (cell: string): boolean =>
  !isRange(cell) &&
  addressAmong(cell) === undefined &&
  !/^(?:AS)?\d+$|^[\da-f:]+%/i.test(cell) &&
  (!/\p{Nd}/u.test(cell) || /\p{L}/u.test(cell))

const lower = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s.-]+/g, '_')

function declaredColumns(
  { column, first, last }: ColumnHints,
  names: readonly string[] | undefined,
): Columns | FeedError {
  if (column === undefined && (first === undefined || last === undefined))
    return new FeedError('`--first` and `--last` belong together; name both')
  const at = columnIndex(column ?? first ?? '', names)
  const end = column === undefined ? columnIndex(last ?? '', names) : at
  if (at instanceof FeedError) return at
  if (end instanceof FeedError) return end
  return column === undefined ? { holds: 'spans', first: at, last: end } : { holds: 'ranges', at }
}

function columnIndex(column: string, names: readonly string[] | undefined): number | FeedError {
  if (/^[1-9]\d{0,3}$/.test(column)) return Number(column) - 1
  const at = names?.indexOf(lower(column)) ?? -1
  if (at < 0)
    return new FeedError(
      `unknown column \`${column}\`; ${names === undefined ? 'the file names none, so give a number from 1' : `there are ${names.join(', ')}`}`,
    )
  return at
}

/** Which share of the rows the columns explain; a mark that parts cells is preferred to blanks where both do. */
function fitOf(rows: readonly Row[], columns: Columns): number {
  if (columns.holds === 'all') return 1.03
  const at = firstOf(columns)
  const good = shareOf(rows, at, (cell) => isRange(cell) || isSystemOrNumber(cell) || isAddressNumber(cell))
  const kind = {
    spans: 0.03,
    masked: 0.03,
    counted: 0.03,
    prefixed: 0.03,
    several: 0.03,
    numbers: 0.02,
    ranges: 0.02,
  }
  return good === 0 ? 0 : good + (columns.holds === 'systems' ? 0 : kind[columns.holds])
}

function firstOf(columns: Exclude<Columns, { readonly holds: 'all' }>): number {
  if (columns.holds === 'spans') return columns.first
  return columns.holds === 'several' ? (columns.at[0] ?? 0) : columns.at
}
