// Self-published geofeeds (RFC 8805): `prefix,country,region,city,postal`.
import type { Reader } from '../feed.ts'
import { eachLine, headComments, readDate } from '../text.ts'

const ROW = /^[0-9a-fA-F.:]+(\/\d+)?,([A-Za-z]{2})?,[^,\n]*,[^,\n]*(,[^,\n]*)?$/m

/** Reader of the CSV; `tags` says whose feed it is (`cloud:linode`), without it only the places are taken. */
export const geofeed: Reader = {
  kind: 'geofeed',
  title: 'geofeed (RFC 8805)',
  basis: 'published',
  confidence: 95,
  detect: (feed) =>
    !/^\s*[[{]/.test(feed.head) &&
    (/rfc8805/i.test(feed.head) || ROW.test(feed.head.replace(/^[#;].*\n/gm, ''))),
  read(feed, sink, hints) {
    for (const comment of headComments(feed)) {
      const date = /^Last modified: (.+)$/i.exec(comment)?.[1]
      if (date !== undefined) sink.state({ date: readDate(date.replace(/\.\d+$/, '')) })
    }
    eachLine(feed, (line, number) => {
      const [range = '', country = '', region = '', city = ''] = line.split(',')
      const code = /^[A-Za-z]{2}$/.test(country.trim()) ? country.trim().toUpperCase() : undefined
      const tags = [...(hints.tags ?? []), ...(code === undefined ? [] : [`country:${code.toLowerCase()}`])]
      const place = { country: code, region: short(region), city: short(city) }
      sink.range(range.trim(), sink.label({ tags, ...place }), `line ${number}`)
    })
  },
}

const short = (text: string): string | undefined => text.trim().slice(0, 80) || undefined
