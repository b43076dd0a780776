// The ranges of ProjectDiscovery’s cdncheck (sources_data.json).

import { slug } from '../../vocabulary/index.ts'
import type { Reader } from '../feed.ts'
import { get, items, members, text } from '../json.ts'

const KINDS = ['cdn', 'waf', 'cloud'] as const

/** The provider’s name in our vocabulary, where it differs from theirs. */
const RENAMED: Readonly<Record<string, string>> = { google: 'gcp', microsoft: 'azure', incapsula: 'imperva' }

/** Reader of `{cdn | waf | cloud: {provider: [range]}}`; `common` holds names of domains and is left aside. */
export const cdncheck: Reader = {
  kind: 'cdncheck',
  title: 'cdncheck sources_data.json',
  basis: 'curated',
  confidence: 70,
  detect: (feed) =>
    /^\s*\{\s*"(cdn|waf|cloud)"\s*:\s*\{/.test(feed.head) &&
    KINDS.some((kind) => get(feed.json(), kind) !== undefined),
  read(feed, sink) {
    for (const kind of KINDS) {
      for (const [provider, ranges] of members(get(feed.json(), kind))) {
        const name = slug(provider)
        const label = sink.label({
          tags: [`${kind}:${(Object.hasOwn(RENAMED, name) ? RENAMED[name] : undefined) ?? name}`],
        })
        for (const [index, range] of items(ranges).entries()) {
          sink.range(text(range), label, `${kind}.${provider}[${index}]`)
        }
      }
    }
  },
}
