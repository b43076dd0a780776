// Abuse contacts, by network: tables with a column of addresses for mail, and objects of a registry that name them.
import { type FeedHints, FeedError, type FeedSink, type FeedText, type Reader } from '../feed.ts'
import { type Layout, layoutOf } from '../table/layout.ts'
import { rowsOf } from '../table/rows.ts'
import { readRow } from '../table/table.ts'
import { isJsonLike } from '../text.ts'
import { isRegistry, readRegistry } from './registry.ts'

const ABUSE = /abuse/
const MAIL = /abuse|contact|e_?mail/
const ADDRESS = /^[^\s@,;<>"]+@[^\s@,;<>".]+(?:\.[^\s@,;<>".]+)+$/

/** Reader of networks with contacts; a table with any other column of addresses for mail must be declared as one. */
export const contacts: Reader = {
  kind: 'contacts',
  title: 'networks with abuse contacts: table or registry objects (RPSL)',
  basis: 'curated',
  category: 'network',
  detect: (feed) => isRegistry(feed) || mailColumn(feed, ABUSE) !== undefined,
  accepts: (feed) => isRegistry(feed) || mailColumn(feed, MAIL) !== undefined,
  read(feed, sink, hints) {
    if (isRegistry(feed)) readRegistry(feed, sink, hints)
    else readTable(feed, sink, hints)
  },
}

function mailColumn({ head, whole }: FeedText, pattern: RegExp): number | undefined {
  if (isJsonLike(head) || !head.includes('@') || !pattern.test(head.toLowerCase())) return undefined
  const at = layoutOf(whole)?.names?.findIndex((name) => pattern.test(name)) ?? -1
  return at < 0 ? undefined : at
}

function readTable(feed: FeedText, sink: FeedSink, hints: FeedHints): void {
  const layout = layoutOf(feed.whole, hints.columns)
  const at = mailColumn(feed, ABUSE) ?? mailColumn(feed, MAIL)
  if (layout === undefined || at === undefined) throw new FeedError('no column holds contacts')
  for (const { line, cells } of rowsOf(feed.whole, layout.mark))
    if (line !== layout.namesAt) addRow(cells, at, layout, { sink, hints, line })
}

function addRow(
  cells: readonly string[],
  at: number,
  layout: Layout,
  { sink, hints, line }: { readonly sink: FeedSink; readonly hints: FeedHints; readonly line: number },
): void {
  const contact = cells[at]?.trim() ?? ''
  const place = `line ${line}`
  if (!ADDRESS.test(contact)) sink.bad(place, 'names no address for mail')
  else readRow(cells, layout, { sink, label: sink.label({ tags: hints.tags ?? [], contact }), place })
}
