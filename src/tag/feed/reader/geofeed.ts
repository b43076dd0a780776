// Self-published geofeeds (RFC 8805): `prefix,country,region,city,postal`.
import type { FeedText, Reader } from '../feed.ts'
import { eachLine, headComments, isJsonLike, readDate } from '../text.ts'

/** Reader of the CSV; `tags` says whose feed it is (`cloud:linode`), without it only the places are taken. */
export const geofeed: Reader = {
  kind: 'geofeed',
  title: 'geofeed (RFC 8805)',
  basis: 'published',
  confidence: 95,
  detect: (feed) =>
    !isJsonLike(feed.head) &&
    (headComments(feed).some((line) => /rfc ?8805|geofeed/i.test(line)) || isUnmistakable(feed)),
  accepts: (feed) => !isJsonLike(feed.head) && rowsOf(feed).some(isRow),
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

const rowsOf = ({ head }: FeedText): readonly string[] =>
  head.split('\n').filter((line) => line.trim() !== '' && !/^[#;]/.test(line))

/** Any list may have a country in its second column; only regions of that country in the third are a geofeed's alone. */
function isUnmistakable(feed: FeedText): boolean {
  const rows = rowsOf(feed).slice(0, 200)
  // The last one may be cut.
  const whole = rows.slice(0, Math.max(1, rows.length - 1))
  return whole.every(isRow) && whole.some((line) => line.includes('/') && regionOf(line) !== '')
}

/** `prefix,country,region,city[,postal]`, the region one of the country or empty. */
function isRow(line: string): boolean {
  const [prefix = '', country = '', region = '', city, , more] = line.split(',').map((cell) => cell.trim())
  const of = region === '' || region.toUpperCase().startsWith(`${country.toUpperCase()}-`)
  return (
    /^[0-9a-fA-F.:/]+$/.test(prefix) &&
    /^(?:[A-Za-z]{2})?$/.test(country) &&
    of &&
    city !== undefined &&
    more === undefined
  )
}

const regionOf = (line: string): string => line.split(',')[2]?.trim() ?? ''

const short = (text: string): string | undefined => text.trim().slice(0, 80) || undefined
