// Any list with one address or range at the beginning of each line.
import type { Reader } from '../feed.ts'
import { declareComplete, listTags } from '../list-tag.ts'
import { eachLine } from '../text.ts'

/** Reader of the first field of each line (comments from `#` or `;`, fields parted by blank, tab or comma); also `first - last`. */
export const plain: Reader = {
  kind: 'plain',
  title: 'plain list of addresses, CIDRs and ranges',
  basis: 'curated',
  detect: (feed) => !/^\s*[[{<]/.test(feed.head),
  read(feed, sink, hints) {
    const label = sink.label({ tags: listTags(hints) })
    declareComplete(sink, hints)
    eachLine(feed, (line, number) => {
      const text = line.replace(/^\uFEFF/, '').replace(/^([0-9a-fA-F.:]+)\s*-\s*([0-9a-fA-F.:]+)/, '$1-$2')
      const [field = ''] = text.split(/[\s,|]/, 1)
      if (/^AS\d{1,10}$/i.test(field)) sink.system(field, label, `line ${number}`)
      else sink.range(field, label, `line ${number}`)
    })
  },
}
