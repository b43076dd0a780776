// Which columns of a table hold addresses: by their names first, then by what their cells hold.
import { parseRange } from '../../range/index.ts'
import { companionsIn } from '../ends.ts'
import {
  bitsOfMask,
  COUNT_NAME,
  countedFrom,
  isConnection,
  isNetworkBase,
  looksLikeAddress,
  rangeText,
  spanOf,
} from './cell.ts'
import { rangesIn } from './phrase.ts'
import type { Row } from './rows.ts'

/** Where the addresses are; positions count from 0. */
export type Columns =
  | { readonly holds: 'ranges'; readonly at: number }
  | { readonly holds: 'numbers'; readonly at: number }
  | { readonly holds: 'several'; readonly at: readonly number[] }
  | { readonly holds: 'all' }
  | { readonly holds: 'spans'; readonly first: number; readonly last: number }
  | { readonly holds: 'counted'; readonly at: number; readonly count: number }
  | { readonly holds: 'masked'; readonly at: number; readonly mask: number }
  | { readonly holds: 'prefixed'; readonly at: number; readonly bits: number }
  | { readonly holds: 'systems'; readonly at: number }

const MOST_COLUMNS = 256

/** The number of cells that most rows have. */
export function usualWidth(rows: readonly Row[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const usual = [...counts].toSorted((one, other) => other[1] - one[1])[0]?.[0] ?? 0
  return Math.min(usual, MOST_COLUMNS)
}

const FIRST =
  /^(?:first|start|begin|from|low|ip_?from|ip_?start|range_?start|(?:first|start)_?(?:ip|address|addr)|(?:ip(?:v[46])?_)?addr(?:ess)?_(?:first|start|from))/
const LAST =
  /^(?:last|end|stop|to|high|ip_?to|ip_?end|range_?end|(?:last|end)_?(?:ip|address|addr)|(?:ip(?:v[46])?_)?addr(?:ess)?_(?:last|end|to))/
const MASK = /(?:^|_)(?:net)?mask|wildcard/
const BITS = /^(?:prefix_?len(?:gth)?|bits|masklen|cidr_?(?:suffix|len)|len(?:gth)?)$/
const ADDRESS =
  /^(?:ip(?:_?addr(?:ess)?)?s?|ipv[46](?:_?addr(?:ess)?)?|addr(?:ess)?(?:es)?|cidrs?|(?:ip_?)?(?:network|prefix|subnet|range|netblock|block)s?|src_?ip|source_?ip|c_ip|client_?ip|remote_?(?:ip|addr(?:ess)?)|id_orig_h|ioc|indicator)(?:_?value)?$/
const SYSTEM = /^(?:asn?|as_?(?:number|num)|autonomous_system_number|aut_num)$/

/** Finds the columns by their names first, then by what they hold. */
export function findColumns(rows: readonly Row[], names: readonly string[] | undefined): Columns | undefined {
  const width = usualWidth(rows)
  const share = Array.from({ length: width }, (_, at) => shareOf(rows, at, isRange))
  const by = (pattern: RegExp): number => names?.findIndex((name) => pattern.test(name)) ?? -1
  const span = spanColumns(rows, names, [by(FIRST), by(LAST)], share)
  if (span !== undefined) return span
  const [first, count] = [by(FIRST), by(COUNT_NAME)]
  if (first >= 0 && count >= 0 && isSpan(rows, first, count, isCounted))
    return { holds: 'counted', at: first, count }
  const several = familyColumns(rows, names, width)
  if (several !== undefined) return { holds: 'several', at: several }
  const named = subjectAmong(rows, names) ?? by(ADDRESS)
  if (named >= 0 && shareOf(rows, named, isAddressNumber) > 0.9) return { holds: 'numbers', at: named }
  const masks = maskColumns(rows, names, share, by)
  if (masks === undefined && names === undefined && isAllAddresses(rows)) return { holds: 'all' }
  if (masks !== undefined) return masks
  const at = subjectAmong(rows, names) ?? addressColumn(share, names)
  if (at >= 0) return { holds: 'ranges', at }
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
  // Columns with names of ranges are believed; `from` and `to` may be the ends of connections.
  const isRangeHere = /^from$/.test(names?.[first] ?? '') ? isRangeTo : isSpanTo
  const areTimes = isNumbers(rows, last) && share.some((one) => one > 0.5)
  if (first >= 0 && last >= 0 && first !== last && !areTimes && isSpan(rows, first, last, isRangeHere))
    return { holds: 'spans', first, last }
  // Columns with other names (source and destination) are not a span, however they look.
  if (names !== undefined || hasMasks(rows, share)) return undefined
  // Numbers stand for addresses only side by side: `16777216,16777471`.
  const at = share.findIndex((one, place) => isAddresses(rows, place, one) && isWideSpan(rows, place))
  return at < 0 ? undefined : { holds: 'spans', first: at, last: at + 1 }
}

/** Whether a netmask stands behind the addresses of a column: tables of routes have gateways and interfaces beside them. */
const hasMasks = (rows: readonly Row[], share: readonly number[]): boolean =>
  share.some((one, at) => one > 0.9 && shareOf(rows, at + 1, isMask) > 0.9)

const isAddresses = (rows: readonly Row[], at: number, share: number): boolean =>
  share > 0.9 || isNumbers(rows, at)

/** Numbers that are mostly long enough for addresses. */
const isNumbers = (rows: readonly Row[], at: number): boolean =>
  shareOf(rows, at, isAddressNumber) > 0.5 && shareOf(rows, at, (cell) => /^\d{1,39}$/.test(cell)) > 0.9

const isSpan = (
  rows: readonly Row[],
  first: number,
  last: number,
  isRangeHere: (from: string, to: string) => boolean,
): boolean => shareOf(rows, first, (cell, cells) => isRangeHere(cell, cells[last] ?? '')) > 0.9

const isCounted = (from: string, count: string): boolean => countedFrom(from, count) !== undefined

const isSpanTo = (from: string, to: string): boolean => spanOf(from, to) !== undefined

const isRangeTo = (from: string, to: string): boolean => isSpanTo(from, to) && !isConnection(from, to)

/** Two neighbouring columns in which the second address never comes before the first, and comes after it somewhere. */
function isWideSpan(rows: readonly Row[], at: number): boolean {
  const wider = rows.some(({ cells }) => cells[at] !== cells[at + 1]) || isNumbers(rows, at)
  return (
    wider &&
    isSpan(rows, at, at + 1, isRangeTo) &&
    rows.every(({ cells }) => isNear(cells[at] ?? '', cells[at + 1] ?? '')) &&
    shareOf(rows, at + 1, isMask) < 0.9
  )
}

/** Two addresses of one connection are seldom near each other, the ends of a range nearly always. */
function isNear(from: string, to: string): boolean {
  const range = parseRange(spanOf(from, to) ?? '')
  return range === undefined || range.first.version === 6 || range.last.value - range.first.value < 1n << 24n
}

/** An address beside its netmask or prefix length. */
function maskColumns(
  rows: readonly Row[],
  names: readonly string[] | undefined,
  share: readonly number[],
  by: (pattern: RegExp) => number,
): Columns | undefined {
  const width = share.length
  const at = addressColumn(share, names)
  if (at < 0 || shareOf(rows, at, (cell) => !/[/*-]/.test(cell)) <= 0.9) return undefined
  const named = by(MASK)
  const mask = named >= 0 ? named : at + 1
  if (mask < width && mask !== at && shareOf(rows, mask, isMask) > 0.5) return { holds: 'masked', at, mask }
  const bits = by(BITS)
  if (bits >= 0 && shareOf(rows, bits, (cell) => /^\d{1,3}$/.test(cell)) > 0.9)
    return { holds: 'prefixed', at, bits }
  const name = names?.[at + 1]
  if (shareOf(rows, at + 1, (cell) => /^\/\d{1,3}$/.test(cell)) > 0.9)
    return { holds: 'prefixed', at, bits: at + 1 }
  return isPrefixed(rows, at) && (name === undefined || !COUNT.test(name))
    ? { holds: 'prefixed', at, bits: at + 1 }
    : undefined
}

/** Names of numbers that never are prefix lengths, whatever their size. */
const COUNT =
  /count|hits|score|ports?$|number|total|attacks|reports|packets|bytes|level|risk|age|days|asn?$|id$/

/** Networks beside their prefix lengths, without names: a count beside addresses fits seldom, and not in every row. */
const isPrefixed = (rows: readonly Row[], at: number): boolean =>
  rows.every(
    ({ cells }) =>
      /^(?:[89]|[1-9]\d|1[012]\d)$/.test(cells[at + 1] ?? '') &&
      isNetworkBase(`${cells[at] ?? ''}/${cells[at + 1] ?? ''}`),
  ) && rows.some(({ cells }) => !/^(?:32|128)$/.test(cells[at + 1] ?? ''))

/** The column that is named for addresses and holds them, else the one that holds most; -1 where none holds enough. */
function addressColumn(share: readonly number[], names: readonly string[] | undefined): number {
  const holding = [...share.keys()].filter((at) => (share[at] ?? 0) > 0.5)
  const named = holding.find((at) => ADDRESS.test(names?.[at] ?? ''))
  if (named !== undefined) return named
  const beside = companionsIn(holding.map((at) => names?.[at] ?? ''))
  const wanted = holding.filter((at) => !beside.has(names?.[at] ?? ''))
  return wanted.toSorted((one, other) => (share[other] ?? 0) - (share[one] ?? 0))[0] ?? -1
}

/** A column of addresses beside one of the networks that they are in: the rows are about the addresses. */
function subjectAmong(rows: readonly Row[], names: readonly string[] | undefined): number | undefined {
  const named = names === undefined ? [] : [...names.keys()].filter((at) => ADDRESS.test(names[at] ?? ''))
  const [first = -1] = named
  const within = named.find(
    (at) => at !== first && shareOf(rows, at, (cell, cells) => isWithin(cell, cells[first] ?? '')) > 0.9,
  )
  return within
}

function isWithin(cell: string, network: string): boolean {
  const [one, around] = [cell, network].map((text) => parseRange(rangeText(text) ?? ''))
  return (
    one !== undefined &&
    around !== undefined &&
    one.first.version === around.first.version &&
    one.first.value === one.last.value &&
    around.first.value < one.first.value &&
    one.first.value <= around.last.value
  )
}

const OF_FOUR = /(?:^|_)(?:ip)?_?v?4(?:_|$)/
const OF_SIX = /(?:^|_)(?:ip)?_?v?6(?:_|$)/

/** A column of IPv4 beside one of IPv6, by their names or by what they hold. */
function familyColumns(
  rows: readonly Row[],
  names: readonly string[] | undefined,
  width: number,
): readonly number[] | undefined {
  const isOf = (cell: string, mark: string): boolean =>
    rangesIn(cell)?.every((range) => range.includes(':') === (mark === ':')) === true
  const holds = (at: number, mark: string): boolean =>
    shareOf(rows, at, (cell) => isEmpty(cell) || isOf(cell, mark)) > 0.9 &&
    rows.some(({ cells }) => isRange(cells[at] ?? ''))
  const column = (mark: string, pattern: RegExp): number =>
    firstAt(width, (at) => (names === undefined || pattern.test(names[at] ?? '')) && holds(at, mark))
  const [four, six] = [column('.', OF_FOUR), column(':', OF_SIX)]
  return four < 0 || six < 0 || four === six ? undefined : [four, six].toSorted((a, b) => a - b)
}

/** Whether a list without names has nothing but addresses in its rows, and several of them in some. */
const isAllAddresses = (rows: readonly Row[]): boolean =>
  rows.some(({ cells }) => cells.length > 1) &&
  [isRange, isSystem].some((is) => rows.every(({ cells }) => cells.every((cell) => cell === '' || is(cell))))

const isEmpty = (cell: string): boolean => /^(?:-|null|none|n\/a|\\n)?$/i.test(cell)

const isMask = (cell: string): boolean => looksLikeAddress(cell) && bitsOfMask(cell) !== undefined
/** Whether a cell holds a range, or several and nothing else. */
export const isRange = (cell: string): boolean => rangesIn(cell) !== undefined

/** Whether a cell is a number as long as those that stand for addresses. */
export const isAddressNumber = (cell: string): boolean => /^[1-9]\d{7,38}$/.test(cell)

const isSystem = (cell: string): boolean => /^ASN?\s?\d{1,10}$/i.test(cell)

/** Whether a cell is the number of a system, with or without AS before it. */
export const isSystemOrNumber = (cell: string): boolean => /^(?:ASN?\s?)?\d{1,10}$/i.test(cell)
const firstAt = (width: number, is: (at: number) => boolean): number =>
  Array.from({ length: width }, (_, at) => at).findIndex(is)

/** The share of rows whose cell is what is asked. */
export function shareOf(
  rows: readonly Row[],
  at: number,
  is: (cell: string, cells: readonly string[]) => boolean,
): number {
  if (rows.length === 0) return 0
  return rows.filter(({ cells }) => is(cells[at] ?? '', cells)).length / rows.length
}
