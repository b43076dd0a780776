// Text in which nearly every line names one address somewhere: logs, notes, rules of programs that have no reader of their own.
import type { FeedText, Reader } from '../feed.ts'
import { declareComplete, guessedTags, listTags } from '../list-tag.ts'
import { looksLikeAddress, rangeText } from '../table/cell.ts'
import { eachLine } from '../text.ts'

/** Reader of the first address of each line; lines without one are rejected. */
export const anyText: Reader = {
  kind: 'text',
  title: 'text with one address in each line',
  basis: 'curated',
  detect: (feed) => !/^\s*[[{<]/.test(feed.head),
  read(feed, sink, hints) {
    const label = sink.label({ tags: listTags(hints) })
    declareComplete(sink, hints)
    sink.guess('the first address of each line is read; --column overrules')
    guessedTags(sink, hints)
    readLines(feed, (text, number) => sink.range(text, label, `line ${number}`))
  },
}

function readLines(feed: FeedText, take: (text: string, number: number) => void): void {
  eachLine(feed, (line, number) => {
    const words = line.split(/[\s,;=|{}()<>"']+/)
    const found = words.find((word) => /[.:]/.test(word) && rangeText(word) !== undefined)
    const meant = words.find(looksLikeAddress)
    take(found === undefined ? (meant ?? line.trim()) : (rangeText(found) ?? found), number)
  })
}
