// Fastly’s public list (developer.fastly.com/reference/api/utils/public-ip-list).
import type { Reader } from '../feed.ts'
import { get, items, text } from '../json.ts'

/** Reader of `{addresses[], ipv6_addresses[]}`. */
export const fastly: Reader = {
  kind: 'fastly',
  title: 'Fastly public-ip-list',
  basis: 'published',
  detect: (feed) => feed.head.includes('"ipv6_addresses"') && Array.isArray(get(feed.json(), 'addresses')),
  read(feed, sink, hints) {
    const label = sink.label({ tags: hints.tags ?? ['cdn:fastly'] })
    for (const key of ['addresses', 'ipv6_addresses']) {
      for (const [index, range] of items(get(feed.json(), key)).entries()) {
        sink.range(text(range), label, `${key}[${index}]`)
      }
    }
  },
}
