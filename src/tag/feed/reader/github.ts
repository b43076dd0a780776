// GitHub’s meta document (docs.github.com/rest/meta): arrays of ranges by use, beside keys and domains.
import type { Reader } from '../feed.ts'
import { get, items, members, text } from '../json.ts'

const RUNNERS = {
  tags: ['service:github-actions'],
  confidence: 40,
  note: 'runners share the range with customers of the cloud',
}

/**
 * Reader of every array of ranges; the array’s name is the service. Runners of Actions share half of Azure with its customers: such a
 * range says too little for a tag.
 */
export const github: Reader = {
  kind: 'github',
  title: 'GitHub meta',
  basis: 'published',
  detect: (feed) =>
    feed.head.includes('verifiable_password_authentication') && get(feed.json(), 'hooks') !== undefined,
  read(feed, sink) {
    for (const [use, ranges] of members(feed.json())) {
      if (!Array.isArray(ranges) || use.startsWith('ssh_key') || use === 'domains') continue
      const runner = use.startsWith('actions')
      const label = sink.label(
        runner ? { ...RUNNERS, service: use } : { tags: ['service:github'], service: use },
      )
      for (const [index, range] of items(ranges).entries()) sink.range(text(range), label, `${use}[${index}]`)
    }
  },
}
