// FireHOL’s netsets and ipsets (github.com/firehol/blocklist-ipsets): a header of comments, then addresses or ranges.

import { slug } from '../../vocabulary/index.ts'
import type { FeedText, Reader } from '../feed.ts'
import { eachLine, headComments, readDate } from '../text.ts'

/** Reader of lists with the header lines `Category` and `This File Date`; the category decides what the addresses are. */
export const firehol: Reader = {
  kind: 'firehol',
  title: 'FireHOL netset or ipset',
  basis: 'curated',
  detect: (feed) => /^# ipv[46] hash:(ip|net) ipset/m.test(feed.head) && /^# Category\s+:/m.test(feed.head),
  read(feed, sink, hints) {
    const facts = headerOf(feed)
    const stated = facts.get('this file date') ?? ''
    sink.state({ version: facts.get('version') ?? '', date: readDate(stated) })
    const name = slug(headComments(feed).find((line) => line !== '') ?? '') || 'firehol'
    const tags = hints.tags ?? tagsOf(name, facts.get('category') ?? '')
    const label = sink.label({ tags })
    eachLine(feed, (line, number) => sink.range(line, label, `line ${number}`))
  },
}

function headerOf(feed: FeedText): ReadonlyMap<string, string> {
  const pairs = headComments(feed).flatMap((line) => {
    const colon = line.indexOf(': ')
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase()
    return /^[a-z ]+$/.test(name) ? [[name, line.slice(colon + 2)] as const] : []
  })
  return new Map(pairs)
}

function tagsOf(name: string, category: string): readonly string[] {
  const country = /^(?:id_)?country_([a-z]{2})$/.exec(name)?.[1]
  if (country !== undefined) return [`country:${country}`]
  if (category === 'unroutable') return ['bogon']
  if (category !== 'anonymizers') return [`list:${name.replaceAll('_', '-')}`]
  if (name.includes('tor')) return [name.includes('exit') ? 'tor_exit' : 'tor_relay']
  return [name.includes('socks') ? 'proxy:socks' : 'proxy']
}
