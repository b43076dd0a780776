// Zscaler’s hub ranges (config.zscaler.com): a secure web gateway, whose egress addresses many companies share.
import type { Reader } from '../feed.ts'
import { get, items, text } from '../json.ts'

/** Reader of `{cloudName, hubPrefixes[]}`. */
export const zscaler: Reader = {
  kind: 'zscaler',
  title: 'Zscaler hub ranges',
  basis: 'published',
  detect: (feed) => feed.head.includes('"hubPrefixes"') && Array.isArray(get(feed.json(), 'hubPrefixes')),
  read(feed, sink) {
    const label = sink.label({ tags: ['relay:zscaler'] })
    for (const [index, range] of items(get(feed.json(), 'hubPrefixes')).entries()) {
      sink.range(text(range), label, `hubPrefixes[${index}]`)
    }
  },
}
