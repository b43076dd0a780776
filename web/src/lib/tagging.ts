// What the server says about tagging tasks and results, and what the page makes of it.
import { type Address, parseAddress, textEncodingOf } from '../../../src/util/index.ts'
import type { TaggedRow } from './answer-types.ts'

/** The part of a tag before its colon. */
export const namespaceOf = (tag: string): string => tag.split(':', 1)[0] ?? tag

/** Lines that repeat an address show what the first one found. */
export function fillDuplicates(rows: readonly TaggedRow[]): readonly TaggedRow[] {
  const byLine = new Map(rows.map((row) => [row.line, row]))
  return rows.map((row) => {
    const first = row.same_as === undefined ? undefined : byLine.get(row.same_as)
    return first === undefined ? row : { ...first, ...row }
  })
}

/** The columns a table of results can be sorted by. */
export const SORTS = ['line', 'ip', 'tags', 'network', 'place'] as const
/** One of them. */
export type Sort = (typeof SORTS)[number]

/** The rows in the order of a column; equal ones in the order of the lines. */
export function sortRows(rows: readonly TaggedRow[], sort: Sort, down: boolean): readonly TaggedRow[] {
  const keys = new Map(rows.map((row) => [row, sortKey(row, sort)]))
  const way = down ? -1 : 1
  return [...rows].sort((a, b) => way * compare(keys.get(a), keys.get(b)) || a.line - b.line)
}

function sortKey(row: TaggedRow, sort: Sort): number | bigint | string {
  switch (sort) {
    case 'line':
      return row.line
    case 'ip':
      return addressKey(row.ip)
    case 'tags':
      return row.tags.length
    case 'network':
      return row.organization?.toLowerCase() ?? ''
    case 'place':
      return `${row.country_name ?? ''} ${row.city ?? ''}`.trim()
  }
}

// Every address of version 6 comes after all of version 4; what is none comes first.
function addressKey(ip: string | undefined): bigint {
  const address: Address | undefined = ip === undefined ? undefined : parseAddress(ip)
  if (address === undefined) return -1n
  return address.version === 4 ? address.value : address.value + (1n << 64n)
}

function compare(a: number | bigint | string | undefined, b: number | bigint | string | undefined): number {
  if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b)
  if (a === undefined || b === undefined) return 0
  return a < b ? -1 : a > b ? 1 : 0
}

/** What rows are narrowed by. */
export interface Narrowing {
  readonly text: string
  readonly country: string
  readonly network: string
  readonly tag: string
}

/** Nothing narrowed. */
export const EVERYTHING: Narrowing = { text: '', country: '', network: '', tag: '' }

/** The rows that a narrowing keeps. */
export function narrowRows(
  rows: readonly TaggedRow[],
  { text, country, network, tag }: Narrowing,
): readonly TaggedRow[] {
  const words = text.toLowerCase().trim()
  return rows.filter(
    (row) =>
      (country === '' || row.country === country) &&
      (network === '' || row.organization === network) &&
      (tag === '' || row.tags.some((one) => one === tag || namespaceOf(one) === tag)) &&
      (words === '' || textOf(row).includes(words)),
  )
}

const textOf = ({ ip, input, tags, organization, country_name, city, asn }: TaggedRow): string =>
  [ip, input, ...tags, organization, country_name, city, asn ? `as${asn}` : ''].join(' ').toLowerCase()

/** How often each value is in the rows, the most frequent first. */
export function countValues(
  rows: readonly TaggedRow[],
  valuesOf: (row: TaggedRow) => Iterable<string | null | undefined>,
  most: number,
): readonly (readonly [value: string, count: number])[] {
  const counts = new Map<string, number>()
  for (const row of rows)
    for (const value of new Set(valuesOf(row))) if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([a, x], [b, y]) => y - x || a.localeCompare(b)).slice(0, most)
}

/** What a list of addresses holds that somebody wrote or dropped: the lines that count. */
export function countLines(text: string): number {
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '' && !line.trim().startsWith('#')).length
}

/** Why a file is not a list of addresses. */
type ListFault = 'binary' | 'large' | 'empty'

/** Reads a dropped file as text, or says why it is none. */
export async function readList(
  file: Blob,
  mostBytes: number,
): Promise<{ text: string } | { fault: ListFault }> {
  if (file.size > mostBytes) return { fault: 'large' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  // Notepad and Excel save lists as UTF-16, or in Chinese as GBK.
  const encoding = textEncodingOf(bytes, true)
  if (encoding === 'utf-8' && bytes.includes(0)) return { fault: 'binary' }
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    if (text.includes('\0')) return { fault: 'binary' }
    return countLines(text) === 0 ? { fault: 'empty' } : { text }
  } catch {
    return { fault: 'binary' }
  }
}

/** What an analyst asks about first; other tags follow, then what our own records show. */
const INTEREST = [
  ...['tor_exit', 'tor_relay', 'vpn', 'proxy', 'list', 'fraud', 'honeypot', 'scanner', 'bogon', 'known_good'],
  ...['cloud', 'cdn', 'hosting'],
]
const OBSERVED: ReadonlySet<string> = new Set(['port', 'protocol', 'product'])

function interestOf(tag: string): number {
  const namespace = namespaceOf(tag)
  const place = INTEREST.indexOf(namespace)
  if (OBSERVED.has(namespace)) return INTEREST.length + 1
  return place === -1 ? INTEREST.length : place
}

/** Tags by interest, apart from the ports, protocols and products that our own records show. */
export function tagsByInterest(tags: readonly string[]): {
  readonly reported: readonly string[]
  readonly observed: readonly string[]
} {
  const sorted = [...tags].sort((a, b) => interestOf(a) - interestOf(b))
  const isObserved = (tag: string) => OBSERVED.has(namespaceOf(tag))
  return { reported: sorted.filter((tag) => !isObserved(tag)), observed: sorted.filter(isObserved) }
}
