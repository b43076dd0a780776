// Onionoo’s details documents (metrics.torproject.org/onionoo.html#details).
import { parseAddress } from '../../../util/index.ts'
import type { Reader } from '../feed.ts'
import { get, items, text } from '../json.ts'
import { readDate } from '../text.ts'

/** Reader of `relays[]`: where a relay listens makes it a relay, where it exits, or the flag Exit, an exit. */
export const onionoo: Reader = {
  kind: 'onionoo',
  title: 'Onionoo details',
  basis: 'published',
  detect: (feed) => feed.head.includes('"relays_published"') && get(feed.json(), 'relays') !== undefined,
  read(feed, sink) {
    const root = feed.json()
    sink.state({ version: text(get(root, 'version')), date: readDate(text(get(root, 'relays_published'))) })
    sink.complete('tor_relay')
    let measured = false
    for (const [index, relay] of items(get(root, 'relays')).entries()) {
      if (get(relay, 'running') === false) continue
      const exits =
        items(get(relay, 'flags')).includes('Exit') && !items(get(relay, 'flags')).includes('BadExit')
      const label = sink.label({ tags: [exits ? 'tor_exit' : 'tor_relay'] })
      for (const listening of items(get(relay, 'or_addresses'))) {
        sink.range(withoutPort(text(listening)), label, `relays[${index}]`)
      }
      const exit = sink.label({ tags: ['tor_exit'] })
      const seen = items(get(relay, 'exit_addresses'))
      measured ||= seen.length > 0
      for (const address of seen) sink.range(text(address), exit, `relays[${index}]`)
    }
    // Only the document that says where traffic was seen to leave knows all exits, and it was measured over IPv4.
    if (measured) sink.complete('tor_exit', [4])
  },
}

/** `192.0.2.1:9001` and `[2001:db8::1]:9001` without the port. */
function withoutPort(text: string): string {
  const bare = text.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
  return parseAddress(bare) === undefined ? text : bare
}
