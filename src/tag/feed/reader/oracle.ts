// Oracle’s public_ip_ranges.json (docs.oracle.com/iaas/Content/General/Concepts/addressranges.htm).
import type { Reader } from '../feed.ts'
import { get, given, items, text } from '../json.ts'
import { readDate } from '../text.ts'

/** Reader of `regions[].{region, cidrs[].{cidr, tags[]}}`. */
export const oracle: Reader = {
  kind: 'oracle',
  title: 'Oracle public_ip_ranges.json',
  basis: 'published',
  detect: (feed) => feed.head.includes('"cidrs"') && get(feed.json(), 'regions') !== undefined,
  read(feed, sink) {
    const root = feed.json()
    const stated = text(get(root, 'last_updated_timestamp'))
    sink.state({ version: stated, date: readDate(stated) })
    for (const [index, region] of items(get(root, 'regions')).entries()) {
      for (const cidr of items(get(region, 'cidrs'))) {
        const [service] = items(get(cidr, 'tags'))
        const label = sink.label({
          tags: ['cloud:oracle'],
          region: given(get(region, 'region')),
          service: given(service),
        })
        sink.range(text(get(cidr, 'cidr')), label, `regions[${index}]`)
      }
    }
  },
}
