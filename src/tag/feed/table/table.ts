// Any table of addresses: CSV with or without quotes, TSV, semicolons, bars or blanks, the address in any column.
import type { FeedSink, Reader } from '../feed.ts'
import { declareComplete, guessedTags, listTags } from '../list-tag.ts'
import { rangeText, readableText, spanOf, withMask } from './cell.ts'
import { type Layout, layoutOf } from './layout.ts'
import { rowsOf } from './rows.ts'

/** Reader of tables; which columns hold the addresses is found by name or content, or declared. */
export const table: Reader = {
  kind: 'table',
  title: 'table with a column of addresses, ranges or AS numbers',
  basis: 'curated',
  detect: (feed) => !/^\s*[[{<]/.test(feed.head) && layoutOf(feed.whole) !== undefined,
  read(feed, sink, hints) {
    const layout = layoutOf(feed.whole, hints.columns)
    const label = sink.label({ tags: listTags(hints) })
    declareComplete(sink, hints)
    if (layout === undefined) {
      sink.bad('the file', 'no column holds addresses; `--column` names the one that does')
      return
    }
    if (hints.columns === undefined) sink.guess(describe(layout))
    guessedTags(sink, hints)
    readRows(feed.whole, layout, sink, label)
  },
}

function readRows(whole: string, layout: Layout, sink: FeedSink, label: number): void {
  for (const { line, cells } of rowsOf(whole, layout.mark)) {
    const place = `line ${line}`
    if (line === layout.namesAt) continue
    if (layout.columns.holds === 'systems')
      sink.system(systemOf(cells[layout.columns.at] ?? ''), label, place)
    else addRange(cells, layout, { sink, label, place })
  }
}

const systemOf = (cell: string): string => cell.trim().replace(/^ASN?\s?/i, '')

function addRange(
  cells: readonly string[],
  { columns }: Layout,
  { sink, label, place }: { readonly sink: FeedSink; readonly label: number; readonly place: string },
): void {
  const found = rangeOfRow(cells, columns)
  if (found === undefined) sink.range(textOf(cells, columns), label, place)
  else sink.range(found, label, place)
}

function rangeOfRow(cells: readonly string[], columns: Layout['columns']): string | undefined {
  switch (columns.holds) {
    case 'ranges':
      return readableText(cells[columns.at] ?? '')
    case 'spans':
      return spanOf(cells[columns.first] ?? '', cells[columns.last] ?? '')
    case 'masked':
      return withMask(cells[columns.at] ?? '', cells[columns.mask] ?? '')
    case 'prefixed':
      return rangeText(`${cells[columns.at] ?? ''}/${cells[columns.bits] ?? ''}`)
    case 'systems':
      return undefined
  }
}

/** The cells that are not a range, for the reason. */
function textOf(cells: readonly string[], columns: Layout['columns']): string {
  if (columns.holds === 'spans') return `${cells[columns.first] ?? ''}-${cells[columns.last] ?? ''}`
  if (columns.holds === 'masked') return `${cells[columns.at] ?? ''}/${cells[columns.mask] ?? ''}`
  return cells[columns.at] ?? ''
}

function describe({ columns, names }: Layout): string {
  const name = (at: number): string =>
    `column ${at + 1}${names?.[at] === undefined ? '' : ` (\`${names[at]}\`)`}`
  switch (columns.holds) {
    case 'ranges':
      return `addresses are read from ${name(columns.at)}; --column overrules`
    case 'spans':
      return `ranges are read from ${name(columns.first)} to ${name(columns.last)}; --first and --last overrule`
    case 'masked':
      return `networks are read from ${name(columns.at)} with the mask in ${name(columns.mask)}; --column overrules`
    case 'prefixed':
      return `networks are read from ${name(columns.at)} with the prefix length in ${name(columns.bits)}; --column overrules`
    case 'systems':
      return `AS numbers are read from ${name(columns.at)}; --column overrules`
  }
}
