// The ranges of ProjectDiscovery’s cdncheck (sources_data.json).

import { slug } from '../../vocabulary/index.ts'
import type { Reader } from '../feed.ts'
import { get, items, members, text } from '../json.ts'

const KINDS = ['cdn', 'waf', 'cloud'] as const

/** The provider’s name in our vocabulary, where it differs from theirs. */
const RENAMED: Readonly<Record<string, string>> = { google: 'gcp', microsoft: 'azure', incapsula: 'imperva' }

/**
 * Groups that are not what they are listed under: `cdn` holds all addresses of Google, its cloud customers included, and `cloud` the
 * end points of Office 365 (three fifths of them outside Azure) and the gateways of Zscaler.
 */
const RELABELLED: Readonly<Record<string, string>> = {
  'cdn:gcp': 'service:google',
  'cloud:office365': 'service:office365',
  'cloud:zscaler': 'relay:zscaler',
}

/** All of Google says too little of one address for a tag. */
const WHOLE = {
  tags: ['service:google'],
  confidence: 40,
  note: 'all of Google, customers of its cloud included',
}

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
        const tag = tagOf(kind, slug(provider))
        const label = sink.label(tag === WHOLE.tags[0] ? WHOLE : { tags: [tag] })
        for (const [index, range] of items(ranges).entries()) {
          sink.range(text(range), label, `${kind}.${provider}[${index}]`)
        }
      }
    }
  },
}

function tagOf(kind: string, name: string): string {
  const tag = `${kind}:${(Object.hasOwn(RENAMED, name) ? RENAMED[name] : undefined) ?? name}`
  return (Object.hasOwn(RELABELLED, tag) ? RELABELLED[tag] : undefined) ?? tag
}
