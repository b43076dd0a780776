// Text in which nearly every line names one address somewhere: logs, notes, rules of programs that have no reader of their own.

import { isCompanion, isException } from '../ends.ts'
import type { FeedSink, FeedText, Reader } from '../feed.ts'
import { declareComplete, guessedTags, listTags } from '../list-tag.ts'
import { goneRemark } from '../standing.ts'
import { looksLikeAddress, rangeText, unclearAddresses } from '../table/cell.ts'
import { addressAmong, isNearEndWord, leadOf, nameOfLine, rangesIn, sectionOf } from '../table/phrase.ts'
import { guessSense, guessSpan } from '../table/sense.ts'
import { eachLine, isJsonLike } from '../text.ts'
import { ownAddress } from './json-pair.ts'
import { Exceptions, sayBehind } from './exception.ts'

/** Reader of the first address of each line; lines without one are rejected. */
export const anyText: Reader = {
  kind: 'text',
  title: 'text with one address in each line',
  basis: 'curated',
  detect: (feed) => !isJsonLike(feed.head) && !/^\s*</.test(feed.head),
  read(feed, sink, hints) {
    const label = sink.label({ tags: listTags(hints) })
    declareComplete(sink, hints)
    sink.guess('the first address or list of addresses of each line is read; --column overrules')
    guessSense(feed, sink)
    guessSpan(feed, sink)
    guessedTags(sink, hints)
    readLines(feed, sink, label)
  },
}

/** The next hop of a route, on a line of its own below the network; addresses of the machine itself, and where rules let traffic go. */
const HOP =
  /^(?:(?:default |[>*]\s*)?(?:via|to|next-?hop)|trac(?:eroute|ing route) to|set (?:interfaces?|system|protocols|service)|set firewall .{0,100} destination address)\s/i
/** Lines of a traced route without an address. */
const NO_HOP = /^(?:over a maximum of \d+ hops:|trace complete\.|\d+(?: +\*)+(?: +request timed out\.)?)$/i
/** Words that say something about an object; an address among them is none of the list. */
const REMARK = /^(?:set\s.*\s)?"?(?:description|descr|remark|comment|note)"?[\s:=]/i

/** `name = …` or `name: …`. */
const NAMED = /^([A-Za-z][\w.-]*)\s*[=:]/

/** The address of a network card as `ip` and `ifconfig` print it. */
const INTERFACE = /^inet6? (?:addr: ?)?([0-9a-f.:]+(?:\/\d{1,3})?)(?:%\w+)?(?: |$)/i
const NETMASK_BEHIND = / netmask \S+$/

/** `ipvar HOME_NET [192.0.2.0/24]` of Snort. */
const VARIABLE = /^(?:ip)?var (\w+)\s/

function readLines(feed: FeedText, all: FeedSink, label: number): void {
  const exceptions = new Exceptions()
  const beside = new Exceptions()
  let section = ''
  let taken = 0
  eachLine(feed, (line, number, comment) => {
    const place = `line ${number}`
    sayBehind(comment, place, all)
    if (NO_HOP.test(line)) return
    const heading = sectionOf(line)
    section = heading ?? section
    if (heading !== undefined && isException(heading)) return
    const own = INTERFACE.exec(line)?.[1]
    const name = [NAMED.exec(line)?.[1] ?? '', section].find(isException)
    const companion = [VARIABLE.exec(line)?.[1] ?? nameOfLine(line)].find(isCompanion)
    const range = (text: string, to: number, at: string): void => {
      if (companion !== undefined && rangeText(text) !== undefined)
        beside.hold({ name: companion, place: at, text })
      else if (name !== undefined && rangeText(text) !== undefined) exceptions.hold({ name, place: at, text })
      else {
        taken++
        all.range(text, to, at)
      }
    }
    const sink: FeedSink = { ...all, range }
    const words = line.split(/\s+/)
    const hop = HOP.test(line) || REMARK.test(line) ? addressAmong(line) : undefined
    if (hop !== undefined) sink.unread(place, hop)
    if (hop !== undefined || REMARK.test(line)) return
    if (own !== undefined) return void takeOwn(own, line, { sink, label, place })
    const gone = goneRemark(comment) ?? goneBehind(line)
    if (gone !== undefined) {
      sink.bad(place, `the entry is \`${gone}\`; it is left out`)
      return
    }
    const unclear = words.map(unclearAddresses).find((reason) => reason !== undefined)
    if (unclear !== undefined) {
      sink.bad(place, unclear)
      return
    }
    const near = words.findIndex(isNearEndWord)
    const at = near >= 0 ? near : words.findIndex((word) => partsOf(word).some(isRange))
    if (/^(?:not|except)$/i.test(words[at - 1] ?? '')) {
      sink.bad(place, `\`${words[at - 1]}\` takes the addresses out of the list; it is left out`)
      return
    }
    if (at < 0) {
      sink.range(partsOf(line).find(looksLikeAddress) ?? line.trim(), label, place)
      return
    }
    const before = words.slice(0, at).flatMap(partsOf).find(looksLikeAddress)
    if (before !== undefined) sink.unread(place, before)
    const listed = quotedList(line) ?? alternativesIn(line)
    for (const one of listed) sink.range(one, label, place)
    if (listed.length > 0) return
    const lead = leadOf(words.slice(at))
    if (lead !== undefined) sink.range(lead.text, label, place)
    // The values of a row of a database are of different columns.
    const isRow = /^insert$/i.test(words[0] ?? '')
    const end = lead === undefined ? (isRow ? at + 1 : endOfList(words, at)) : at + lead.words
    if (lead === undefined)
      for (const one of partsOf(words.slice(at, end).join(' '))) addPart(one, { sink, label, place })
    const more = addressAmong(words.slice(end).join(' '))
    if (more !== undefined) sink.unread(place, more)
  })
  exceptions.settle(taken > 0, all, label)
  beside.settle(taken > 0, all, label)
}

/** The address of a network card; what else its line names is said to be left out. */
function takeOwn(
  own: string,
  line: string,
  { sink, label, place }: { readonly sink: FeedSink; readonly label: number; readonly place: string },
): void {
  sink.range(ownAddress(own), label, place)
  const more = addressAmong(line.slice(line.indexOf(own) + own.length))
  if (more !== undefined && !NETMASK_BEHIND.test(line)) sink.unread(place, more)
}

/** The addresses of a line that holds one quoted text of nothing else and no further address: `IPS="192.0.2.1 192.0.2.2"`. */
function quotedList(line: string): readonly string[] | undefined {
  const [before = '', inner = '', behind, more] = line.split('"')
  if (behind === undefined || more !== undefined) return undefined
  const found = rangesIn(inner)
  const isAlone = addressAmong(`${before} ${behind}`) === undefined
  return found !== undefined && found.length > 1 && isAlone ? found : undefined
}

/** The addresses of a query that names one in each of its alternatives: `ip="192.0.2.1" || ip="192.0.2.2"`. */
function alternativesIn(line: string): readonly string[] {
  if (/&&|!=|<>|\b(?:and|not)\b/i.test(line)) return []
  const pieces = line.split(/ (?:\|\||or) /i).map((piece) => partsOf(piece).filter(isRange))
  return pieces.length > 1 && pieces.every(({ length }) => length === 1) ? pieces.flat() : []
}

/** What is said behind the first address of a line. */
function goneBehind(line: string): string | undefined {
  const one = addressAmong(line)
  return one === undefined ? undefined : goneRemark(line.slice(line.indexOf(one) + one.length))
}

/** A list goes on while its words end or begin with a comma. */
function endOfList(words: readonly string[], at: number): number {
  let end = at + 1
  while (
    end < words.length &&
    !/^[A-Za-z_]\w*=/.test(words[end] ?? '') &&
    (/[,;]$/.test(words[end - 1] ?? '') || /^[,;]/.test(words[end] ?? '')) &&
    partsOf(words[end] ?? '').some((part) => isRange(part) || looksLikeAddress(part))
  )
    end++
  return end
}

function addPart(
  part: string,
  { sink, label, place }: { readonly sink: FeedSink; readonly label: number; readonly place: string },
): void {
  if (isRange(part)) sink.range(rangeText(part) ?? part, label, place)
  else if (looksLikeAddress(part)) sink.range(part, label, place)
}

const partsOf = (text: string): readonly string[] =>
  BRACKETED_END.test(text) ? [text] : text.split(/[\s,;=|{}()<>[\]"']+/).filter((part) => part !== '')

/** `192.0.2.[1:5]` is one range. */
const BRACKETED_END = /^\d{1,3}(?:\.\d{1,3}){2}\.\[\d{1,3}[-:]\d{1,3}\]$/

const isRange = (part: string): boolean => /[.:]/.test(part) && rangeText(part) !== undefined
