// Our own formats: JSON with everything a label can say, and the short text of an administrator's list.
import type { FeedSink, FeedText, Label, Reader } from '../feed.ts'
import { get, given, items, text } from '../json.ts'
import { eachLine, readDate } from '../text.ts'

const SCHEMA = 'periplus-tags/1'
const TEXT_LINE = /^[0-9a-fA-FS.:/-]+(\s+[+-][a-z_]+(:[^\s]+)?)+$/

/**
 * Reader of `{schema: "periplus-tags/1", version, date, licence, entries: [{range, add[], forbid[], region, service, country, city,
 * confidence, note}]}` where `range` may be `AS64500`, and of lines `192.0.2.0/24 +cloud:mine -tor_exit # note`.
 */
export const own: Reader = {
  kind: 'own',
  title: 'Periplus tags, JSON or text',
  basis: 'curated',
  detect: (feed) =>
    feed.head.includes(SCHEMA) || feed.head.split('\n').some((line) => TEXT_LINE.test(bare(line))),
  read(feed, sink) {
    if (feed.json() === undefined) readText(feed, sink)
    else readJson(feed.json(), sink)
  },
}

const bare = (line: string): string => (line.split(/[#;]/, 1)[0] ?? '').trim()

function readJson(root: unknown, sink: FeedSink): void {
  sink.state({ version: text(get(root, 'version')), licence: text(get(root, 'licence')) })
  sink.state({ date: readDate(text(get(root, 'date'))) })
  for (const [index, entry] of items(get(root, 'entries')).entries()) {
    add(text(get(entry, 'range')), labelOf(entry), `entries[${index}]`, sink)
  }
}

function labelOf(entry: unknown): Label {
  const confidence = get(entry, 'confidence')
  return {
    tags: items(get(entry, 'add')).map(text),
    forbid: items(get(entry, 'forbid')).map(text),
    region: given(get(entry, 'region')),
    service: given(get(entry, 'service')),
    country: given(get(entry, 'country')),
    city: given(get(entry, 'city')),
    confidence:
      typeof confidence === 'number' && confidence >= 0 && confidence <= 100
        ? Math.round(confidence)
        : undefined,
    note: given(get(entry, 'note')),
  }
}

function readText(feed: FeedText, sink: FeedSink): void {
  eachLine(feed, (line, number, comment) => {
    const [range = '', ...words] = line.replace(/^\uFEFF/, '').split(/\s+/)
    const place = `line ${number}`
    const wrong = words.find((word) => !/^[+-]./.test(word))
    if (wrong !== undefined || words.length === 0) {
      sink.bad(place, 'write `+tag` or `-tag` after the range')
      return
    }
    const pick = (sign: string): string[] =>
      words.filter((word) => word.startsWith(sign)).map((word) => word.slice(1))
    add(range, { tags: pick('+'), forbid: pick('-'), note: comment || undefined }, place, sink)
  })
}

function add(range: string, label: Label, place: string, sink: FeedSink): void {
  const number = sink.label(label)
  if (/^AS\d+$/i.test(range)) sink.system(range, number, place)
  else sink.range(range, number, place)
}
