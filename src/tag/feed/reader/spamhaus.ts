// Spamhaus DROP (spamhaus.org/blocklists/do-not-route-or-peer): text, and JSON with one object per line for ranges and systems.
import type { FeedSink, FeedText, Reader } from '../feed.ts'
import { get, parseJson, text } from '../json.ts'
import { eachLine, headComments, readDate } from '../text.ts'

const JSON_LINE = /^\s*\{"(cidr|asn)":/
const TEXT_HEAD = /Spamhaus (E?DROP|DROPv6|ASN-DROP)/i

/** Reader of the text (`CIDR ; SBL`) and of the JSON lines `{cidr, sblid, rir}` and `{asn, rir, domain, cc, asname}`. */
export const spamhaus: Reader = {
  kind: 'spamhaus',
  title: 'Spamhaus DROP, text and JSON, ranges and systems',
  basis: 'curated',
  confidence: 75,
  detect: (feed) => JSON_LINE.test(feed.head) || TEXT_HEAD.test(feed.head.slice(0, 400)),
  read(feed, sink, hints) {
    const tags = hints.tags ?? ['list:spamhaus-drop']
    if (JSON_LINE.test(feed.head)) readJson(feed, sink, tags)
    else readText(feed, sink, tags)
  },
}

function readText(feed: FeedText, sink: FeedSink, tags: readonly string[]): void {
  for (const comment of headComments(feed)) {
    const date = /^Last-Modified: (.+)$/.exec(comment)?.[1]
    if (date !== undefined) sink.state({ date: readDate(date) })
  }
  sink.state({ licence: 'Spamhaus DROP terms of use' })
  eachLine(feed, (line, number, comment) => {
    const listing = /^SBL\d{1,9}$/.exec(comment)?.[0]
    const place = `line ${number}`
    if (/^AS\d+$/.test(line)) sink.system(line, sink.label({ tags }), place)
    else sink.range(line, sink.label({ tags, note: listing }), place)
  })
}

function readJson(feed: FeedText, sink: FeedSink, tags: readonly string[]): void {
  const lines = feed.whole.split('\n')
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const place = `line ${index + 1}`
    const value = parseJson(line)
    if (value === undefined) sink.bad(place, 'is not valid JSON')
    else if (get(value, 'type') === 'metadata') {
      const stamp = get(value, 'timestamp')
      sink.state({ licence: text(get(value, 'copyright')).slice(0, 200) })
      if (typeof stamp === 'number') sink.state({ date: stamp })
    } else if (get(value, 'asn') !== undefined) {
      const note = text(get(value, 'asname')).slice(0, 80) || undefined
      sink.system(String(get(value, 'asn')), sink.label({ tags, note }), place)
    } else
      sink.range(
        text(get(value, 'cidr')),
        sink.label({ tags, note: text(get(value, 'sblid')) || undefined }),
        place,
      )
  }
}
