// Numbers of autonomous systems that rent out servers, as CSV `ASN,Entity` with and without quotes (the repository bad-asn-list).
import type { Reader } from '../feed.ts'

/** Reader of the CSV. The list’s own aim is hosting, cloud and colocation, whatever its name says. */
export const badAsn: Reader = {
  kind: 'bad-asn',
  title: 'bad-asn-list CSV',
  basis: 'asn',
  confidence: 60,
  detect: (feed) => /^\s*"?ASN"?,"?Entity"?/.test(feed.head),
  read(feed, sink, hints) {
    const tags = hints.tags ?? ['hosting']
    for (const [index, line] of feed.whole.split('\n').entries()) {
      if (index === 0 || line.trim() === '') continue
      const [, asn = line, name = ''] = /^"?([^",]*)"?\s*,\s*"?(.*?)"?\s*$/.exec(line.trim()) ?? []
      sink.system(
        asn,
        sink.label({ tags, note: name.replaceAll('""', '"').trim().slice(0, 80) || undefined }),
        `line ${index + 1}`,
      )
    }
  },
}
