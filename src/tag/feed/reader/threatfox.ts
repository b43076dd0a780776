// ThreatFox’s answer to a query for recent indicators (threatfox.abuse.ch/api).
import type { Reader } from '../feed.ts'
import { get, items, text } from '../json.ts'
import { readDate } from '../text.ts'

/** Reader of `data[]` whose indicator is an address with port; other kinds of indicators are left aside. */
export const threatfox: Reader = {
  kind: 'threatfox',
  title: 'ThreatFox JSON',
  basis: 'curated',
  confidence: 75,
  detect: (feed) => feed.head.includes('"ioc_type"') && get(feed.json(), 'data') !== undefined,
  read(feed, sink) {
    let newest: number | undefined
    for (const [index, item] of items(get(feed.json(), 'data')).entries()) {
      const seen = readDate(text(get(item, 'first_seen')).replace(/ UTC$/, ''))
      if (seen !== undefined && seen > (newest ?? 0)) newest = seen
      if (text(get(item, 'ioc_type')) !== 'ip:port') continue
      const note = text(get(item, 'malware_printable')).slice(0, 80) || undefined
      const label = sink.label({ tags: ['list:threatfox'], note })
      sink.range(text(get(item, 'ioc')).replace(/:\d+$/, ''), label, `data[${index}]`)
    }
    sink.state({ date: newest })
  },
}
