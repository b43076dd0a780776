// Whether two observations of a part agree.
import type { Asset, Column } from './asset.ts'
import { isKnown, knownColumns, type Part } from './part.ts'

/** Header lines that vary between responses. */
const VOLATILE: ReadonlySet<string> = new Set([
  'age',
  'cf-ray',
  'connection',
  'content-length',
  'date',
  'etag',
  'expires',
  'keep-alive',
  'last-modified',
  'set-cookie',
  'transfer-encoding',
  'vary',
  'x-request-id',
])

/** Whether both have the same value. */
function isSame(a: Asset, b: Asset, column: Column): boolean {
  return a[column] === b[column] || JSON.stringify(a[column]) === JSON.stringify(b[column])
}

/** Whether two known values do not contradict each other: headers are compared by the lines that both have, lists in any order. */
export function agrees(a: Asset, b: Asset, column: Column): boolean {
  if (isSame(a, b, column)) return true
  // The hash of a header adds nothing to the header itself.
  if (column === 'header' || column === 'header_hash') return headersAgree(a.header, b.header)
  const [first, second] = [a[column], b[column]]
  return Array.isArray(first) && Array.isArray(second) && isSameSet(first, second)
}

function isSameSet(first: readonly unknown[], second: readonly unknown[]): boolean {
  const [one, other] = [new Set(first), new Set(second)]
  return one.size === other.size && one.values().every((item) => other.has(item))
}

function headersAgree(first: string, second: string): boolean {
  if (first === '' || second === '') return false
  const lines = linesOf(first)
  return linesOf(second)
    .entries()
    .every(([name, values]) => isPartOfOther(values, lines.get(name) ?? values))
}

function isPartOfOther(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [fewer, more] = one.size <= other.size ? [one, other] : [other, one]
  return fewer.values().every((value) => more.has(value))
}

/** The values of each header line that does not vary between responses, by lower-case name. */
function linesOf(header: string): ReadonlyMap<string, ReadonlySet<string>> {
  const lines = new Map<string, Set<string>>()
  for (const line of header.split(/\r?\n/)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase().replaceAll('_', '-')
    if (colon <= 0 || VOLATILE.has(name)) continue
    lines.set(name, (lines.get(name) ?? new Set()).add(line.slice(colon + 1).trim()))
  }
  return lines
}

/** The comparison of two observations of a part. */
interface Comparison {
  /** Columns that both know with the same value. */
  readonly same: readonly Column[]
  /** Whether they have no contradiction. */
  readonly agree: boolean
}

/** Compares the values of a part in two records. */
export function compare(a: Asset, b: Asset, part: Part): Comparison {
  const both = knownColumns(a, part).filter((column) => isKnown(b, column))
  return {
    same: both.filter((column) => isSame(a, b, column)),
    agree: both.every((column) => agrees(a, b, column)),
  }
}

/** Whether both know all these columns with the same value. */
export function isSameIn(a: Asset, b: Asset, columns: readonly Column[]): boolean {
  return columns.every((column) => isKnown(a, column) && isKnown(b, column) && isSame(a, b, column))
}
