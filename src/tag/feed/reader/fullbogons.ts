// Team Cymru’s fullbogons (team-cymru.com/bogon-networks): space that nobody was given.
import type { Reader } from '../feed.ts'
import { eachLine } from '../text.ts'

/** Reader of ranges under `# last updated EPOCH (…)`. */
export const fullbogons: Reader = {
  kind: 'fullbogons',
  title: 'Team Cymru fullbogons',
  basis: 'curated',
  confidence: 75,
  detect: (feed) => /^# last updated \d+ \(/.test(feed.head.trimStart()),
  read(feed, sink) {
    const epoch = /^# last updated (\d+)/.exec(feed.head.trimStart())?.[1]
    sink.state({ version: epoch ?? '', date: epoch === undefined ? undefined : Number(epoch) })
    const label = sink.label({ tags: ['bogon'] })
    eachLine(feed, (line, number) => sink.range(line, label, `line ${number}`))
  },
}
