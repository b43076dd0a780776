// Maltrail’s data files (github.com/stamparm/maltrail): mass scanners, bogons, delivery networks and networks of bad repute.

import { slug } from '../../vocabulary/index.ts'
import type { FeedText, Reader } from '../feed.ts'
import { eachLine } from '../text.ts'

const OWN = /Maltrail developers/

/** Reader of `address # name` and `range,name`; which file it is shows in its content, or is said with `tags`. */
export const maltrail: Reader = {
  kind: 'maltrail',
  title: 'maltrail data files',
  basis: 'curated',
  confidence: 60,
  detect: (feed) => OWN.test(feed.head.slice(0, 400)),
  read(feed, sink, hints) {
    sink.state({ licence: 'MIT' })
    const guessed = hints.tags ?? tagsOf(feed, hints.name ?? '')
    eachLine(feed, (line, number, comment) => {
      const [range = '', name = ''] = line.split(',')
      const note = slug(name) || comment.slice(0, 80) || undefined
      sink.range(range, sink.label({ tags: guessed, note }), `line ${number}`)
    })
  },
}

function tagsOf(feed: FeedText, name: string): readonly string[] {
  if (/mass[_-]scanner/.test(feed.head) || name.includes('scanner')) return ['scanner']
  if (/^# AS\d+ /m.test(feed.head)) return ['list:maltrail-worst-asns']
  if (name.includes('cdn') || feed.head.includes('cloudflare.com/ips')) return ['cdn']
  return name.includes('bogon') || /^0\.0\.0\.0\/8$/m.test(feed.head) ? ['bogon'] : ['list:maltrail']
}
