// MISP warning lists (github.com/MISP/misp-warninglists): known addresses by operator or use.
import type { Reader } from '../feed.ts'
import { FeedError } from '../feed.ts'
import { get, items, text } from '../json.ts'
import { mispTags } from './misp-name.ts'

/** Reader of `{name, description, type: "cidr", version, list[]}`; lists of names of hosts hold nothing for us. */
export const misp: Reader = {
  kind: 'misp',
  title: 'MISP warning list',
  basis: 'curated',
  detect: (feed) =>
    feed.head.includes('"list"') &&
    ['list', 'name', 'type'].every((key) => get(feed.json(), key) !== undefined),
  read(feed, sink, hints) {
    const root = feed.json()
    if (get(root, 'type') !== 'cidr')
      throw new FeedError(`a warning list of type \`${text(get(root, 'type'))}\`, not of addresses`)
    const version = String(get(root, 'version') ?? '')
    sink.state({ version, date: dateOf(version), licence: 'CC0 1.0' })
    const tags = hints.tags ?? mispTags(text(get(root, 'name')))
    const label = sink.label({ tags })
    for (const [index, range] of items(get(root, 'list')).entries())
      sink.range(text(range), label, `list[${index}]`)
  },
}

/** Versions are `YYYYMMDD`, `YYMMDDHH`, or a count that says nothing. */
function dateOf(version: string): number | undefined {
  const long = /^(20\d\d)(0[1-9]|1[0-2])([0-2]\d|3[01])$/.exec(version)
  const short = /^(2\d)(0[1-9]|1[0-2])([0-2]\d|3[01])([01]\d|2[0-3])$/.exec(version)
  const [, year, month, day] = long ?? short ?? []
  if (year === undefined) return undefined
  return Date.parse(`${year.length === 2 ? `20${year}` : year}-${month}-${day}T00:00:00Z`) / 1000
}
