// nftables sets of research scanners (the repository internet-scanners): `define NAME_v4 = { address, # comment … }`.

import { slug } from '../../vocabulary/index.ts'
import type { Reader } from '../feed.ts'

/** Reader of the sets; the set’s name is the scanner’s. */
export const internetScanners: Reader = {
  kind: 'internet-scanners',
  title: 'internet-scanners nftables sets',
  basis: 'curated',
  confidence: 70,
  detect: (feed) => /^[ \t]*define \w+ = \{/m.test(feed.head),
  read(feed, sink, hints) {
    let tags: readonly string[] | undefined
    for (const [index, line] of feed.whole.split('\n').entries()) {
      const content = (line.split('#', 1)[0] ?? '').trim()
      const name = /^define (\w+?)(?:_v[46])? = \{/.exec(content)?.[1]
      if (name !== undefined) tags = hints.tags ?? [`scanner:${slug(name)}`]
      for (const range of content.replace(/^define \w+ = \{/, '').split(/[,{}\s]+/)) {
        if (range === '') continue
        if (tags === undefined) sink.bad(`line ${index + 1}`, 'is outside a set')
        else sink.range(range, sink.label({ tags }), `line ${index + 1}`)
      }
    }
  },
}
