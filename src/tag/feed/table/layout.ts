// Which columns of a table hold the addresses: by the names in its first line, by what its cells hold, or as declared.
import { parseRange } from '../../range/index.ts'
import { type ColumnHints, FeedError } from '../feed.ts'
import { bitsOfMask, looksLikeAddress, rangeText, spanOf } from './cell.ts'
import { isComment, type Mark, type Row, rowsOf } from './rows.ts'

/** Where the addresses stand; positions count from 0. */
export type Columns =
  | { readonly holds: 'ranges'; readonly at: number }
  | { readonly holds: 'spans'; readonly first: number; readonly last: number }
  | { readonly holds: 'masked'; readonly at: number; readonly mask: number }
  | { readonly holds: 'prefixed'; readonly at: number; readonly bits: number }
  | { readonly holds: 'systems'; readonly at: number }

/** A table's marks, names and columns. */
export interface Layout {
  readonly mark: Mark
  readonly names: readonly string[] | undefined
  /** Line of the names, or 0 where they stand in a comment or nowhere. */
  readonly namesAt: number
  readonly columns: Columns
}

const SAMPLE = 400
const MOST_COLUMNS = 256
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
  const rows = sampleOf(whole, mark)
  if (rows.length === 0 || (usualWidth(rows) < 2 && mark !== ' ')) return undefined
  const named = namesOf(whole, rows, mark)
  const body = named.namesAt === 0 ? rows : rows.slice(1)
  const columns = isDeclared(declared)
    ? declaredColumns(declared, named.names)
    : findColumns(body, named.names)
  if (columns === undefined || columns instanceof FeedError) return columns
  return { mark, ...named, columns, fit: fitOf(body, columns) }
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

/** The number of cells that most rows have. */
function usualWidth(rows: readonly Row[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const usual = [...counts].toSorted((one, other) => other[1] - one[1])[0]?.[0] ?? 0
  return Math.min(usual, MOST_COLUMNS)
}

/** Names of columns: a first row without any address above rows that hold some, or the last comment before the first row. */
function namesOf(whole: string, rows: readonly Row[], mark: Mark): Pick<Layout, 'names' | 'namesAt'> {
  const [head, next] = rows
  if (head === undefined) return { names: undefined, namesAt: 0 }
  const isName = (cell: string): boolean => rangeText(cell) === undefined && !/^(?:AS)?\d+$/i.test(cell)
  if (next !== undefined && head.cells.every(isName) && !next.cells.every(isName))
    return { names: head.cells.map(lower), namesAt: head.line }
  const comment = whole
    .slice(0, 65_536)
    .split('\n', head.line - 1)
    .map((line) => line.trim())
    .findLast((line) => isComment(line) && line.includes(mark))
  const names = comment?.replace(/^[#;/!%\s-]+/, '').split(mark === ' ' ? /\s+/ : mark)
  const fits = names !== undefined && names.length === head.cells.length && names.every(isName)
  return {
    names: fits ? names.map((name) => lower(name.replace(/^\s*"|"\s*$/g, ''))) : undefined,
    namesAt: 0,
  }
}

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
  const at = placeOf(column ?? first ?? '', names)
  const end = column === undefined ? placeOf(last ?? '', names) : at
  if (at instanceof FeedError) return at
  if (end instanceof FeedError) return end
  return column === undefined ? { holds: 'spans', first: at, last: end } : { holds: 'ranges', at }
}

function placeOf(column: string, names: readonly string[] | undefined): number | FeedError {
  if (/^[1-9]\d{0,3}$/.test(column)) return Number(column) - 1
  const at = names?.indexOf(lower(column)) ?? -1
  if (at < 0)
    return new FeedError(
      `unknown column \`${column}\`; ${names === undefined ? 'the file names none, so give a number from 1' : `there are ${names.join(', ')}`}`,
    )
  return at
}

const FIRST =
  /^(?:first|start|begin|from|low|ip_?from|ip_?start|range_?start|(?:first|start)_?(?:ip|address|addr))/
const LAST = /^(?:last|end|stop|to|high|ip_?to|ip_?end|range_?end|(?:last|end)_?(?:ip|address|addr))/
const MASK = /(?:^|_)(?:net)?mask|wildcard/
const BITS = /^(?:prefix_?len(?:gth)?|bits|masklen|cidr_?(?:suffix|len)|len(?:gth)?)$/
const ADDRESS =
  /^(?:ip(?:_?addr(?:ess)?)?s?|ipv[46](?:_?addr(?:ess)?)?|addr(?:ess)?(?:es)?|cidrs?|(?:ip_?)?(?:network|prefix|subnet|range|netblock|block)s?|src_?ip|source_?ip|ioc|indicator)(?:_?value)?$/
const SYSTEM = /^(?:asn?|as_?(?:number|num)|autonomous_system_number|aut_num)$/

/** Finds the columns by their names first, then by what they hold. */
function findColumns(rows: readonly Row[], names: readonly string[] | undefined): Columns | undefined {
  const width = usualWidth(rows)
  const share = Array.from({ length: width }, (_, at) => shareOf(rows, at, isRange))
  const by = (pattern: RegExp): number => names?.findIndex((name) => pattern.test(name)) ?? -1
  const span = spanColumns(rows, names, [by(FIRST), by(LAST)], share)
  if (span !== undefined) return span
  const named = by(ADDRESS)
  const at = named >= 0 && (share[named] ?? 0) > 0.5 ? named : share.indexOf(Math.max(...share))
  if ((share[at] ?? 0) > 0.5) return withNeighbour(rows, at, width, by)
  const system = by(SYSTEM) >= 0 ? by(SYSTEM) : firstAt(width, (one) => shareOf(rows, one, isSystem) > 0.9)
  return system >= 0 && shareOf(rows, system, isSystemOrNumber) > 0.5
    ? { holds: 'systems', at: system }
    : undefined
}

function spanColumns(
  rows: readonly Row[],
  names: readonly string[] | undefined,
  [first, last]: readonly [number, number],
  share: readonly number[],
): Columns | undefined {
  if (first >= 0 && last >= 0 && first !== last && isSpan(rows, first, last))
    return { holds: 'spans', first, last }
  // Columns with other names (source and destination) are not a span, however they look.
  if (names !== undefined) return undefined
  // Numbers stand for addresses only side by side: `16777216,16777471`.
  const at = share.findIndex((one, place) => isAddresses(rows, place, one) && isWideSpan(rows, place))
  return at < 0 ? undefined : { holds: 'spans', first: at, last: at + 1 }
}

const isAddresses = (rows: readonly Row[], at: number, share: number): boolean =>
  share > 0.9 || shareOf(rows, at, (cell) => /^\d{8,10}$/.test(cell)) > 0.9

const isSpan = (rows: readonly Row[], first: number, last: number): boolean =>
  shareOf(rows, first, (cell, cells) => spanOf(cell, cells[last] ?? '') !== undefined) > 0.9

/** Two neighbouring columns in which the second address never comes before the first, and comes after it somewhere. */
function isWideSpan(rows: readonly Row[], at: number): boolean {
  const wider = rows.some(({ cells }) => cells[at] !== cells[at + 1])
  return (
    wider &&
    isSpan(rows, at, at + 1) &&
    rows.every(({ cells }) => isNear(cells[at] ?? '', cells[at + 1] ?? '')) &&
    shareOf(rows, at + 1, isMask) < 0.9
  )
}

/** Two addresses of one connection are seldom near each other, the ends of a range nearly always. */
function isNear(from: string, to: string): boolean {
  const range = parseRange(spanOf(from, to) ?? '')
  return range === undefined || range.first.version === 6 || range.last.value - range.first.value < 1n << 24n
}

function withNeighbour(
  rows: readonly Row[],
  at: number,
  width: number,
  by: (pattern: RegExp) => number,
): Columns {
  const single = shareOf(rows, at, (cell) => !/[/*-]/.test(cell)) > 0.9
  if (!single) return { holds: 'ranges', at }
  const named = by(MASK)
  const mask = named >= 0 ? named : at + 1
  if (mask < width && mask !== at && shareOf(rows, mask, isMask) > 0.9) return { holds: 'masked', at, mask }
  const bits = by(BITS)
  if (bits >= 0 && shareOf(rows, bits, (cell) => /^\d{1,3}$/.test(cell)) > 0.9)
    return { holds: 'prefixed', at, bits }
  return { holds: 'ranges', at }
}

const isMask = (cell: string): boolean => looksLikeAddress(cell) && bitsOfMask(cell) !== undefined
const isRange = (cell: string): boolean => rangeText(cell) !== undefined
const isSystem = (cell: string): boolean => /^ASN?\s?\d{1,10}$/i.test(cell)
const isSystemOrNumber = (cell: string): boolean => /^(?:ASN?\s?)?\d{1,10}$/i.test(cell)
const firstAt = (width: number, is: (at: number) => boolean): number =>
  Array.from({ length: width }, (_, at) => at).findIndex(is)

function shareOf(
  rows: readonly Row[],
  at: number,
  is: (cell: string, cells: readonly string[]) => boolean,
): number {
  if (rows.length === 0) return 0
  return rows.filter(({ cells }) => is(cells[at] ?? '', cells)).length / rows.length
}

/** Which share of the rows the columns explain; a mark that parts cells is preferred to blanks where both do. */
function fitOf(rows: readonly Row[], columns: Columns): number {
  const at = columns.holds === 'spans' ? columns.first : columns.at
  const good = shareOf(rows, at, (cell) => isRange(cell) || isSystemOrNumber(cell))
  const kind = { spans: 0.03, masked: 0.03, prefixed: 0.03, ranges: 0.02, systems: 0 }[columns.holds]
  return good === 0 ? 0 : good + kind
}
