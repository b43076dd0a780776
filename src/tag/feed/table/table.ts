// Any table of addresses: CSV with or without quotes, TSV, semicolons, bars or blanks, the address in any column.
import type { FeedSink, Reader } from '../feed.ts'
import { declareComplete, guessedTags, listTags } from '../list-tag.ts'
import { goneRemark, isTakenOut } from '../standing.ts'
import { isJsonLike } from '../text.ts'
import {
  countedFrom,
  fromNumber,
  isOctetList,
  rangeText,
  readableText,
  spanOf,
  unclearAddresses,
  withMask,
} from './cell.ts'
import { type Columns, isRange } from './columns.ts'
import { isOfAddresses, type Layout, layoutOf } from './layout.ts'
import { addressAmong, leadOf, namesEnds, rangesIn } from './phrase.ts'
import { type Row, rowsOf } from './rows.ts'
import { describesOnly, guessSense, guessSpan, letsIn } from './sense.ts'

/** Reader of tables; which columns hold the addresses is found by name or content, or declared. */
export const table: Reader = {
  kind: 'table',
  title: 'table with a column of addresses, ranges or AS numbers',
  basis: 'curated',
  detect: (feed) => !isJsonLike(feed.head) && !/^\s*</.test(feed.head) && isTable(feed.whole),
  read(feed, sink, hints) {
    const layout = layoutOf(feed.whole, hints.columns)
    const label = sink.label({ tags: listTags(hints) })
    declareComplete(sink, hints)
    if (layout === undefined) {
      sink.bad('the file', 'no column holds addresses; `--column` names the one that does')
      return
    }
    if (hints.columns === undefined) sink.guess(describe(layout))
    if (layout.verdictAt < 0) guessSense(feed, sink)
    guessSpan(feed, sink)
    guessedTags(sink, hints)
    if (hints.columns === undefined && holdsOctetLists(feed.whole, layout)) {
      refuseOctetLists(feed.whole, layout, sink, label)
      return
    }
    // Whoever names the column knows of the others.
    const into = hints.columns === undefined ? sink : { ...sink, unread: () => {} }
    readRows(feed.whole, layout, into, label)
  },
}

/** Words parted by blanks are cells only where no line says by names of its own what its addresses are. */
function isTable(whole: string): boolean {
  const layout = layoutOf(whole)
  if (layout === undefined || /^\s*insert\s+into\s/i.test(whole) || isProse(whole, layout)) return false
  return layout.mark !== ' ' || !namesEnds(whole)
}

/** Whether rows list addresses between words: `seen: 192.0.2.1, 192.0.2.2` has no columns. */
function isProse(whole: string, { mark, names, columns }: Layout): boolean {
  if (names !== undefined || (columns.holds !== 'ranges' && columns.holds !== 'spans')) return false
  const at = columns.holds === 'ranges' ? columns.at : columns.first
  const goesOn = ({ cells }: Row): boolean =>
    mark === ' '
      ? /[,;]$/.test(cells[at] ?? '') && isRange(cells[at + 1] ?? '')
      : cells.slice(0, at).some((cell) => !isRange(cell) && addressAmong(cell) !== undefined)
  const rows = [...rowsOf(whole, mark).take(SAMPLE)]
  return rows.filter(goesOn).length > rows.length / (mark === ' ' ? 10 : 2)
}

/** Where the ranges of a row go. */
interface Into {
  readonly sink: FeedSink
  readonly label: number
  readonly place: string
}

/** Whether rows without names look like addresses with further last octets, all of them. */
function holdsOctetLists(whole: string, { mark, names, columns }: Layout): boolean {
  if (mark !== ',' || names !== undefined || columns.holds !== 'ranges' || columns.at !== 0) return false
  let read = 0
  for (const { cells } of rowsOf(whole, mark)) {
    if (cells.length > 1 && !isOctetList(cells.join(','))) return false
    if (++read === SAMPLE) break
  }
  return true
}

const SAMPLE = 400

function refuseOctetLists(whole: string, layout: Layout, sink: FeedSink, label: number): void {
  for (const { line, cells } of rowsOf(whole, layout.mark)) {
    const place = `line ${line}`
    const unclear = unclearAddresses(cells.join(','))
    if (unclear !== undefined) sink.bad(place, unclear)
    else readRow(cells, layout, { sink, label, place })
  }
}

function readRows(whole: string, layout: Layout, sink: FeedSink, label: number): void {
  let others = 0
  const left = new Map<string, number>()
  for (const { line, cells } of rowsOf(whole, layout.mark)) {
    if (line < layout.from) sayUnread(cells, [], { sink, label, place: `line ${line}` })
    if (line < layout.from || line === layout.namesAt) continue
    const out = isOfOtherType(cells, layout)
      ? undefined
      : (takenOutBy(cells, layout) ?? goneBy(cells, layout))
    if (out !== undefined) left.set(out, (left.get(out) ?? 0) + 1)
    else if (isOfOtherType(cells, layout)) others++
    else readRow(cells, layout, { sink, label, place: `line ${line}` })
  }
  if (others > 0) sink.guess(`rows of other types are left out: ${others}`)
  for (const [out, count] of [...left].slice(0, MOST_SHOWN))
    sink.guess(`rows that are not of the list (${out}) are left out: ${count}`)
}

const MOST_SHOWN = 8

/** The cell by which a row is none of the list, though others are; undefined for all others. */
function takenOutBy(cells: readonly string[], { names, standing, verdictAt }: Layout): string | undefined {
  const verdict = cells[verdictAt] ?? ''
  if (letsIn(verdict)) return `\`${verdict}\``
  const at = standing.find((one) => isTakenOut(names?.[one] ?? '', cells[one] ?? ''))
  return at === undefined ? undefined : `\`${names?.[at] ?? ''}: ${(cells[at] ?? '').slice(0, 40)}\``
}

/** What tables of words without names say behind the address: `(removed 2026-01-02)`. */
function goneBy(cells: readonly string[], { names, mark, columns }: Layout): string | undefined {
  if (names !== undefined || columns.holds !== 'ranges') return undefined
  const behind = cells.slice(columns.at + 1)
  const gone =
    mark === ' ' ? goneRemark(behind.join(' ')) : behind.find((cell) => goneRemark(cell) !== undefined)
  return gone === undefined ? undefined : `\`${gone.slice(0, 40)}\``
}

/** A row whose type stands for no addresses, and whose value is none either: a URL may have an address as its host. */
const isOfOtherType = (cells: readonly string[], { columns, typeAt }: Layout): boolean =>
  !isOfAddresses(cells, typeAt) &&
  (describesOnly(cells[typeAt] ?? '') || !(columns.holds === 'ranges' && isRange(cells[columns.at] ?? '')))

/** Adds what a row holds in the columns of the layout. */
export function readRow(cells: readonly string[], { columns, mark }: Layout, into: Into): void {
  const { sink, label, place } = into
  switch (columns.holds) {
    case 'systems':
      sink.system(systemOf(cells[columns.at] ?? ''), label, place)
      break
    case 'ranges':
      readCell(cells, columns.at, mark, into)
      break
    case 'all':
      readCells(cells, into)
      break
    case 'several':
      readCells(
        columns.at.map((at) => cells[at] ?? ''),
        into,
      )
      sayUnread(cells, columns.at, into)
      break
    case 'numbers':
    case 'spans':
    case 'masked':
    case 'counted':
    case 'prefixed':
      sink.range(rangeOfRow(cells, columns) ?? textOf(cells, columns), label, place)
      sayUnread(cells, columnsOf(columns), into)
  }
}

/** Says so where other cells than those that were read hold an address. */
function sayUnread(cells: readonly string[], taken: readonly number[], { sink, place }: Into): void {
  const others = cells.filter((_, at) => !taken.includes(at))
  const more = others.map(addressAmong).find((one) => one !== undefined)
  if (more !== undefined) sink.unread(place, more)
}

function columnsOf(columns: OneRange): readonly number[] {
  switch (columns.holds) {
    case 'numbers':
      return [columns.at]
    case 'spans':
      return [columns.first, columns.last]
    case 'masked':
      return [columns.at, columns.mask]
    case 'counted':
      return [columns.at, columns.count]
    case 'prefixed':
      return [columns.at, columns.bits]
  }
}

const systemOf = (cell: string): string => cell.trim().replace(/^ASN?\s?/i, '')

/** The cell of one column; where words are cells, a range may go on in the next ones. */
function readCell(cells: readonly string[], at: number, mark: Layout['mark'], into: Into): void {
  const { sink, label, place } = into
  const cell = cells[at] ?? ''
  if (cell === '') {
    const more = cells.map(addressAmong).find((other) => other !== undefined)
    if (more !== undefined) sink.unread(place, more)
    sink.bad(place, `column ${at + 1} holds nothing`)
    return
  }
  const lead =
    mark === ' ' ? (spanBehind(cells, at) ?? leadOf(cells.slice(at, at + 3))) : leadOf(cell.split(/\s+/))
  const several = lead === undefined ? (rangesIn(cell) ?? [readableText(cell)]) : [lead.text]
  for (const one of several) sink.range(one, label, place)
  const used = lead === undefined || mark !== ' ' ? 1 : lead.words
  const more = cells.find(
    (other, place) => (place < at || place >= at + used) && addressAmong(other) !== undefined,
  )
  if (more !== undefined) sink.unread(place, addressAmong(more) ?? more)
}

/** `range 192.0.2.1 192.0.2.9`: two addresses behind a word that says what they are. */
function spanBehind(
  cells: readonly string[],
  at: number,
): { readonly text: string; readonly words: number } | undefined {
  if (!/^(?:ip-?)?range$/i.test(cells[at - 1] ?? '')) return undefined
  const text = spanOf(cells[at] ?? '', cells[at + 1] ?? '')
  return text === undefined ? undefined : { text, words: 2 }
}

/** Cells of which each may hold addresses or be empty; a row needs one. */
function readCells(cells: readonly string[], { sink, label, place }: Into): void {
  const full = cells.filter((cell) => !/^(?:-|null|none|n\/a|\\n)?$/i.test(cell))
  if (full.length === 0) sink.bad(place, 'holds no address')
  for (const cell of full)
    for (const one of rangesIn(cell) ?? [cell])
      if (/^ASN?\s?\d+$/i.test(one)) sink.system(systemOf(one), label, place)
      else sink.range(readableText(one), label, place)
}

type OneRange = Extract<Columns, { readonly holds: 'numbers' | 'spans' | 'masked' | 'counted' | 'prefixed' }>

function rangeOfRow(cells: readonly string[], columns: OneRange): string | undefined {
  switch (columns.holds) {
    case 'numbers':
      return numberOrRange(cells[columns.at] ?? '')
    case 'spans':
      return spanOf(cells[columns.first] ?? '', cells[columns.last] ?? '')
    case 'counted':
      return countedFrom(cells[columns.at] ?? '', cells[columns.count] ?? '')
    case 'masked':
      return withMask(cells[columns.at] ?? '', cells[columns.mask] ?? '')
    case 'prefixed':
      return rangeText(`${cells[columns.at] ?? ''}/${(cells[columns.bits] ?? '').replace(/^\//, '')}`)
  }
}

const numberOrRange = (cell: string): string | undefined =>
  /^[1-9]\d{0,38}$/.test(cell) ? fromNumber(cell) : rangeText(cell)

/** The cells that are not a range, for the reason. */
function textOf(cells: readonly string[], columns: OneRange): string {
  if (columns.holds === 'spans') return `${cells[columns.first] ?? ''}-${cells[columns.last] ?? ''}`
  if (columns.holds === 'masked') return `${cells[columns.at] ?? ''}/${cells[columns.mask] ?? ''}`
  return cells[columns.at] ?? ''
}

function describe({ columns, names }: Layout): string {
  const name = (at: number): string =>
    `column ${at + 1}${names?.[at] === undefined ? '' : ` (\`${names[at]}\`)`}`
  switch (columns.holds) {
    case 'all':
      return 'every cell is read as an address; --column takes one column'
    case 'several':
      return `addresses are read from ${columns.at.map(name).join(' and ')}; --column overrules`
    case 'numbers':
      return `the numbers in ${name(columns.at)} are read as addresses; --column overrules`
    case 'ranges':
      return `addresses are read from ${name(columns.at)}; --column overrules`
    case 'spans':
      return `ranges are read from ${name(columns.first)} to ${name(columns.last)}; --first and --last overrule`
    case 'masked':
      return `networks are read from ${name(columns.at)} with the mask in ${name(columns.mask)}; --column overrules`
    case 'counted':
      return `ranges are read from ${name(columns.at)} with the number of addresses in ${name(columns.count)}; --column overrules`
    case 'prefixed':
      return `networks are read from ${name(columns.at)} with the prefix length in ${name(columns.bits)}; --column overrules`
    case 'systems':
      return `AS numbers are read from ${name(columns.at)}; --column overrules`
  }
}
