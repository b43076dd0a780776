// Any list with one address or range at the beginning of each line.
import type { FeedSink, FeedText, Reader } from '../feed.ts'
import { declareComplete, guessedTags, listTags } from '../list-tag.ts'
import { goneRemark } from '../standing.ts'
import {
  fromNumber,
  looksLikeAddress,
  rangeText,
  readableText,
  stripped,
  unclearAddresses,
} from '../table/cell.ts'
import { addressAmong, leadOf, rangesIn } from '../table/phrase.ts'
import { eachLine, isJsonLike } from '../text.ts'
import { sayBehind } from './exception.ts'

const NUMBER = /^[1-9]\d{0,9}$/
const SYSTEM = /^ASN?\s?\d{1,10}$/i
const HEX_OR_DOT = /^[0-9a-fA-F.:[\]/*]+$/

/** Reader of the first field of each line (comments from `#` or `;`, fields parted by blank, tab or comma); also `first - last`. */
export const plain: Reader = {
  kind: 'plain',
  title: 'plain list of addresses, CIDRs, ranges and AS numbers',
  basis: 'curated',
  detect: (feed) => isLines(feed) && mostlySingle(feed),
  accepts: (feed) => isLines(feed),
  read(feed, sink, hints) {
    const label = sink.label({ tags: listTags(hints) })
    declareComplete(sink, hints)
    guessedTags(sink, hints)
    const numbers = numbersOf(feed)
    if (numbers !== 'none') sink.guess(NUMBERS[numbers])
    eachLine(feed, (line, number, comment) => {
      const place = `line ${number}`
      sayBehind(comment, place, sink)
      const field = fieldOf(line)
      const gone = goneRemark(comment) ?? goneRemark(line.slice(field.length))
      if (gone !== undefined) {
        sink.bad(place, `the entry is \`${gone}\`; it is left out`)
        return
      }
      const unclear = unclearAddresses(line)
      if (unclear !== undefined) {
        sink.bad(place, unclear)
        return
      }
      if (SYSTEM.test(field) || (numbers === 'systems' && NUMBER.test(field)))
        sink.system(field.replace(/^ASN?\s?/i, ''), label, place)
      else if (numbers === 'addresses' && NUMBER.test(field))
        sink.range(fromNumber(field) ?? field, label, place)
      else if (field.length === line.length) sink.range(readableText(field), label, place)
      else readWords(line, { sink, label, place })
    })
  },
}

const NUMBERS = {
  systems: 'the numbers are read as AS numbers',
  addresses: 'the numbers are read as addresses; `AS` before them makes them AS numbers',
}

/** A line with several words: one range, several, or one with words behind it. */
function readWords(
  line: string,
  { sink, label, place }: { readonly sink: FeedSink; readonly label: number; readonly place: string },
): void {
  const all = rangesIn(line)
  if (all !== undefined) {
    for (const one of all) sink.range(one, label, place)
    return
  }
  const words = line.split(/\s+/)
  const lead = leadOf(words)
  sink.range(lead?.text ?? readableText(fieldOf(line)), label, place)
  const rest = lead === undefined ? line.slice(fieldOf(line).length) : words.slice(lead.words).join(' ')
  const more = addressAmong(rest)
  if (more !== undefined) sink.unread(place, more)
}

const isLines = ({ head }: FeedText): boolean => !isJsonLike(head) && !/^\s*</.test(head)

/** The first field of a line, or the whole line where it is a range or a system with blanks in it. */
function fieldOf(line: string): string {
  const text = line.trim()
  const whole = SYSTEM.test(text) || (/\s/.test(text) && rangeText(text) !== undefined)
  return whole ? text : (text.split(/[\s,;|]/, 1)[0] ?? '')
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
  if (/^\s*\/\//.test(line)) return ''
  const at = line.search(/#|^;|\s;/)
  return (at < 0 ? line : line.slice(0, at)).trim()
}

const isAddressOrSystem = (field: string): boolean =>
  rangeText(field) !== undefined ||
  looksLikeAddress(field) ||
  SYSTEM.test(field) ||
  NUMBER.test(field) ||
  HEX_OR_DOT.test(field)

/** What bare numbers are where the list begins with one: addresses from 1.0.0.0 on, where no AS number was given out yet. */
function numbersOf(feed: FeedText): 'none' | 'systems' | 'addresses' {
  const lines: string[] = []
  eachLine({ ...feed, whole: feed.head.slice(0, 8192) }, (line) => {
    lines.push(line)
  })
  const [first = ''] = lines
  if (!NUMBER.test(first) && !/^asn?$/i.test(first)) return 'none'
  const numbers = lines.filter((line) => NUMBER.test(line)).map(Number)
  const high = numbers.filter((one) => one >= 2 ** 24 && one < 224 * 2 ** 24)
  return high.length > numbers.length / 2 ? 'addresses' : 'systems'
}
