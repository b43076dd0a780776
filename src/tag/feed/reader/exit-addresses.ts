// The exit list of the Tor Project (check.torproject.org/exit-addresses): where exits were seen to come from, with the time.
import type { Reader } from '../feed.ts'
import { readDate } from '../text.ts'

/** Reader of blocks `ExitNode`, `Published`, `LastStatus` and one or more `ExitAddress IP TIME`. */
export const exitAddresses: Reader = {
  kind: 'exit-addresses',
  title: 'Tor exit-addresses',
  basis: 'published',
  detect: (feed) =>
    /^ExitNode [0-9A-F]{40}\s/.test(feed.head.trimStart().replace(/^(@type|Downloaded).*\n/gm, '')),
  read(feed, sink) {
    let newest: number | undefined
    const label = sink.label({ tags: ['tor_exit'] })
    sink.complete('tor_exit')
    for (const [index, line] of feed.whole.split('\n').entries()) {
      const [key = '', first = '', ...rest] = line.trim().split(' ')
      const place = `line ${index + 1}`
      const date = readDate(key === 'ExitAddress' ? rest.join(' ') : [first, ...rest].join(' '))
      if (key === 'ExitAddress') sink.range(first, label, place)
      else if (!['', 'ExitNode', 'Published', 'LastStatus', '@type', 'Downloaded'].includes(key))
        sink.bad(place, 'is not a line of an exit list')
      if (key !== 'Published' && date !== undefined && date > (newest ?? 0)) newest = date
    }
    sink.state({ date: newest })
  },
}
