// Cloudflare’s list as its API answers it (developers.cloudflare.com/api, GET /ips); the text files ips-v4 and ips-v6 are plain lists.
import type { Reader } from '../feed.ts'
import { get, items, text } from '../json.ts'

/** Reader of `{result: {ipv4_cidrs[], ipv6_cidrs[], etag}}`. */
export const cloudflare: Reader = {
  kind: 'cloudflare',
  title: 'Cloudflare API list',
  basis: 'published',
  detect: (feed) => feed.head.includes('"ipv4_cidrs"') && get(feed.json(), 'result') !== undefined,
  read(feed, sink) {
    const result = get(feed.json(), 'result')
    sink.state({ version: text(get(result, 'etag')) })
    const label = sink.label({ tags: ['cdn:cloudflare'] })
    for (const key of ['ipv4_cidrs', 'ipv6_cidrs', 'jdcloud_cidrs']) {
      for (const [index, range] of items(get(result, key)).entries()) {
        sink.range(text(range), label, `${key}[${index}]`)
      }
    }
  },
}
