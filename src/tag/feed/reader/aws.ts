// Amazon’s ip-ranges.json (docs.aws.amazon.com/vpc/latest/userguide/aws-ip-ranges.html). A prefix repeats once per service.
import type { FeedSink, Reader } from '../feed.ts'
import { get, given, items, text } from '../json.ts'
import { readDate } from '../text.ts'

/** Reader of `prefixes[].ip_prefix` and `ipv6_prefixes[].ipv6_prefix`. */
export const aws: Reader = {
  kind: 'aws',
  title: 'Amazon ip-ranges.json',
  basis: 'published',
  detect: (feed) => /"ip_prefix"|"ipv6_prefix"/.test(feed.head) && get(feed.json(), 'prefixes') !== undefined,
  read(feed, sink) {
    const root = feed.json()
    // 2026-08-22-15-17-05
    const [, day, time = ''] =
      /^(\d{4}-\d\d-\d\d)-(\d\d-\d\d-\d\d)$/.exec(text(get(root, 'createDate'))) ?? []
    sink.state({
      version: text(get(root, 'syncToken')),
      date: readDate(`${day}T${time.replaceAll('-', ':')}Z`),
    })
    // CloudFront is the only delivery network named here; silence says nothing of others.
    readPrefixes(items(get(root, 'prefixes')), 'ip_prefix', 'prefixes', sink)
    readPrefixes(items(get(root, 'ipv6_prefixes')), 'ipv6_prefix', 'ipv6_prefixes', sink)
  },
}

function readPrefixes(prefixes: readonly unknown[], key: string, list: string, sink: FeedSink): void {
  for (const [index, prefix] of prefixes.entries()) {
    const service = text(get(prefix, 'service'))
    const edge = service.startsWith('CLOUDFRONT') ? ['cdn:cloudfront'] : []
    const label = sink.label({
      tags: ['cloud:aws', ...edge],
      region: given(get(prefix, 'region')),
      // AMAZON is the sum of all services and names none.
      service: service === 'AMAZON' ? undefined : given(service),
    })
    sink.range(text(get(prefix, key)), label, `${list}[${index}]`)
  }
}
