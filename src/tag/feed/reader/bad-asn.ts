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
      const comma = line.indexOf(',')
      const asn = comma < 0 ? line : unquoted(line.slice(0, comma))
      const name = comma < 0 ? '' : unquoted(line.slice(comma + 1))
      sink.system(
        asn,
        sink.label({ tags, note: name.replaceAll('""', '"').trim().slice(0, 80) || undefined }),
        `line ${index + 1}`,
      )
    }
  },
}

const unquoted = (cell: string): string => cell.trim().replace(/^"/, '').replace(/"$/, '')
