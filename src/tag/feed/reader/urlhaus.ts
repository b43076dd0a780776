// URLhaus’s country feed (urlhaus.abuse.ch/feeds): quoted CSV with the address of the host of each malware URL.
import type { Reader } from '../feed.ts'
import { readDate } from '../text.ts'

/** Reader of `Dateadded, URL, URL_status, Threat, Host, IPaddress, ASnumber, Country`; URLs that are offline are left aside. */
export const urlhaus: Reader = {
  kind: 'urlhaus',
  title: 'URLhaus country feed',
  basis: 'curated',
  confidence: 70,
  detect: (feed) => /URLhaus/.test(feed.head.slice(0, 400)) && /^# ?"?Dateadded/im.test(feed.head),
  read(feed, sink) {
    const date = /Generated on (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) UTC/.exec(feed.head)?.[1]
    sink.state({ date: readDate(date ?? ''), licence: 'CC0' })
    const label = sink.label({ tags: ['list:urlhaus'] })
    for (const [index, line] of feed.whole.split('\n').entries()) {
      if (line.startsWith('#') || line.trim() === '') continue
      const cells = [...line.matchAll(/"([^"]*)"/g)].map((cell) => cell[1] ?? '')
      const [, , status = '', , , address = ''] = cells
      if (cells.length < 6) sink.bad(`line ${index + 1}`, 'has fewer than six cells')
      else if (status !== 'offline') sink.range(address, label, `line ${index + 1}`)
    }
  },
}
