// Any list with one address or range at the beginning of each line.
import type { FeedText, Reader } from '../feed.ts'
import { declareComplete, guessedTags, listTags } from '../list-tag.ts'
import { looksLikeAddress, rangeText, readableText, stripped } from '../table/cell.ts'
import { eachLine } from '../text.ts'

const NUMBER = /^\d{1,10}$/
const SYSTEM = /^ASN?\s?\d{1,10}$/i
const HEX_OR_DOT = /^[0-9a-fA-F.:[\]/*]+$/

/** Reader of the first field of each line (comments from `#` or `;`, fields parted by blank, tab or comma); also `first - last`. */
export const plain: Reader = {
  kind: 'plain',
  title: 'plain list of addresses, CIDRs, ranges and AS numbers',
  basis: 'curated',
  detect: (feed) => !/^\s*[[{<]/.test(feed.head) && mostlySingle(feed),
  accepts: (feed) => !/^\s*[[{<]/.test(feed.head),
  read(feed, sink, hints) {
    const label = sink.label({ tags: listTags(hints) })
    declareComplete(sink, hints)
    guessedTags(sink, hints)
    const numbers = holdsNumbers(feed)
    eachLine(feed, (line, number) => {
      const field = fieldOf(line)
      if (SYSTEM.test(field) || (numbers && NUMBER.test(field)))
        sink.system(field.replace(/^ASN?\s?/i, ''), label, `line ${number}`)
      else sink.range(readableText(field), label, `line ${number}`)
    })
  },
}

/** The first field of a line, or the whole line where it is a range or a system with blanks in it. */
function fieldOf(line: string): string {
  const text = line.trim()
  const whole = SYSTEM.test(text) || (/\s/.test(text) && rangeText(text) !== undefined)
  return whole ? text : (text.split(/[\s,|]/, 1)[0] ?? '')
}

/** Whether most lines hold one field and perhaps a comment, so that no cell behind it is left out. */
function mostlySingle(feed: FeedText): boolean {
  let single = 0
  let all = 0
  for (const line of feed.head.split('\n')) {
    const text = withoutComment(line.replace(/^\uFEFF/, ''))
    if (text === '') continue
    all++
    const field = fieldOf(text)
    if (field === stripped(text, '', ',;') && isAddressOrSystem(field)) single++
  }
  return all === 0 || single > all / 2
}

/** A `;` begins a comment only at the start of a line or after a blank; within a line it parts cells. */
function withoutComment(line: string): string {
  if (line.startsWith('//')) return ''
  const at = line.search(/#|^;|\s;/)
  return (at < 0 ? line : line.slice(0, at)).trim()
}

const isAddressOrSystem = (field: string): boolean =>
  rangeText(field) !== undefined ||
  looksLikeAddress(field) ||
  SYSTEM.test(field) ||
  NUMBER.test(field) ||
  HEX_OR_DOT.test(field)

/** Whether the first line is a bare number: then the list is one of AS numbers. */
function holdsNumbers(feed: FeedText): boolean {
  let first: string | undefined
  eachLine({ ...feed, whole: feed.head.slice(0, 8192) }, (line) => {
    first ??= line
  })
  return first !== undefined && (NUMBER.test(first) || /^asn?$/i.test(first))
}
