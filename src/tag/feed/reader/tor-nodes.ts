// Tor relays as CSV `fingerprint, ipaddr, port` (the repository tor-nodes), IPv6 included.
import type { Reader } from '../feed.ts'
import { eachLine } from '../text.ts'

/** Reader of the CSV; a source called after exits holds exits, every other holds relays. */
export const torNodes: Reader = {
  kind: 'tor-nodes',
  title: 'tor-nodes CSV',
  basis: 'published',
  confidence: 95,
  detect: (feed) => /^\s*fingerprint, ?ipaddr, ?port/.test(feed.head),
  read(feed, sink, hints) {
    const exits = hints.name?.includes('exit') === true
    const label = sink.label({ tags: hints.tags ?? [exits ? 'tor_exit' : 'tor_relay'] })
    // Where an exit listens is not always where its traffic leaves, so exits are never complete.
    if (!exits && hints.tags === undefined) sink.complete('tor_relay')
    eachLine(feed, (line, number) => {
      const [fingerprint, address = ''] = line.split(',')
      if (fingerprint !== 'fingerprint') sink.range(address.trim(), label, `line ${number}`)
    })
  },
}
