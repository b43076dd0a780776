// Ranges per provider as the repository cloud-ip-ranges gathers them.

import { slug } from '../../vocabulary/index.ts'
import type { Reader } from '../feed.ts'
import { get, items, text } from '../json.ts'
import { providerTag } from '../provider-name.ts'
import { readDate } from '../text.ts'

/** Reader of `{provider, source, last_update, ipv4[], ipv6[]}`. */
export const provider: Reader = {
  kind: 'provider',
  title: 'cloud-ip-ranges JSON',
  basis: 'curated',
  confidence: 75,
  detect: (feed) =>
    feed.head.includes('"provider"') &&
    feed.head.includes('"ipv4"') &&
    get(feed.json(), 'provider') !== undefined,
  read(feed, sink, hints) {
    const root = feed.json()
    const stated = text(get(root, 'last_update'))
    sink.state({ version: stated, date: readDate(stated.replace(/\.\d+$/, '')) })
    const name = text(get(root, 'provider'))
    const label = sink.label({ tags: hints.tags ?? [providerTag(name) ?? `service:${slug(name)}`] })
    for (const family of ['ipv4', 'ipv6']) {
      for (const [index, range] of items(get(root, family)).entries()) {
        sink.range(text(range), label, `${family}[${index}]`)
      }
    }
  },
}
