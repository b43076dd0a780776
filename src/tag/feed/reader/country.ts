// Delegations of the regional registries by country, aggregated (the repository rir-ip), as JSON and as text.
import type { FeedText, Reader } from '../feed.ts'
import { get, items, members, text } from '../json.ts'
import { eachLine } from '../text.ts'

const HEADER = /^# Country: .+ \(([A-Z]{2})\)/m

/** Reader of `{countryCode, prefixes: {ipv4[], ipv6[]}}` and of lists under `# Country: Germany (DE)`. */
export const country: Reader = {
  kind: 'country',
  title: 'delegations by country',
  basis: 'curated',
  confidence: 60,
  detect: (feed) => codeOf(feed) !== undefined,
  read(feed, sink) {
    const code = codeOf(feed) ?? ''
    const note = `registered to a holder in ${code}`
    const label = sink.label({ tags: [`country:${code.toLowerCase()}`], country: code, note })
    for (const [family, ranges] of members(get(feed.json(), 'prefixes'))) {
      for (const [index, range] of items(ranges).entries()) {
        sink.range(text(range), label, `prefixes.${family}[${index}]`)
      }
    }
    if (feed.json() === undefined) eachLine(feed, (line, number) => sink.range(line, label, `line ${number}`))
  },
}

function codeOf(feed: FeedText): string | undefined {
  if (feed.head.trimStart().startsWith('{') && !feed.head.includes('"countryCode"')) return undefined
  const stated = text(get(feed.json(), 'countryCode'))
  if (/^[A-Z]{2}$/.test(stated)) return stated
  return HEADER.exec(feed.head.slice(0, 1000))?.[1]
}
