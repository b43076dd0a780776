// Ranges with their family in front, as the repository cloud-ip-ranges writes CSV: `Type,Address` and `IPv4,192.0.2.0/24`.
import type { Reader } from '../feed.ts'
import { listTags } from '../list-tag.ts'
import { eachLine } from '../text.ts'

/** Reader of the CSV; what it lists is given by `tags` or by the source’s name. */
export const typedCsv: Reader = {
  kind: 'typed-csv',
  title: 'CSV with Type and Address',
  basis: 'curated',
  confidence: 75,
  detect: (feed) => /^\s*Type,Address\s/.test(feed.head),
  read(feed, sink, hints) {
    const label = sink.label({ tags: listTags(hints) })
    eachLine(feed, (line, number) => {
      const [family, range = ''] = line.split(',')
      if (family !== 'Type') sink.range(range.trim(), label, `line ${number}`)
    })
  },
}
