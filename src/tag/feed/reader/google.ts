// Google’s cloud.json and goog.json, and the same layout as other companies publish it for crawlers (support.google.com/a/answer/10026322).

import { slug } from '../../vocabulary/index.ts'
import type { Reader } from '../feed.ts'
import { get, given, items, text } from '../json.ts'
import { readDate } from '../text.ts'

/** Reader of `prefixes[].{ipv4Prefix | ipv6Prefix, service, scope}`; without a service the list is one of a service’s addresses. */
export const google: Reader = {
  kind: 'google',
  title: 'Google cloud.json, goog.json and crawlers’ lists of the same layout',
  basis: 'published',
  detect: (feed) => /"ipv[46]Prefix"/.test(feed.head) && get(feed.json(), 'prefixes') !== undefined,
  read(feed, sink, hints) {
    const root = feed.json()
    sink.state({
      version: text(get(root, 'syncToken')),
      // The time is UTC without saying so, in microseconds.
      date: readDate(text(get(root, 'creationTime')).replace(/\.\d+/, '')),
    })
    const own = hints.tags ?? [`service:${slug(hints.name ?? '') || 'google'}`]
    for (const [index, prefix] of items(get(root, 'prefixes')).entries()) {
      const cloud = get(prefix, 'service') !== undefined
      const region = given(get(prefix, 'scope'))
      const service = given(get(prefix, 'service'))
      const label = sink.label(cloud ? { tags: hints.tags ?? ['cloud:gcp'], region, service } : { tags: own })
      const range = get(prefix, 'ipv4Prefix') ?? get(prefix, 'ipv6Prefix')
      sink.range(text(range), label, `prefixes[${index}]`)
    }
  },
}
