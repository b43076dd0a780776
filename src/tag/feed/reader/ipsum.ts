// ipsum (github.com/stamparm/ipsum): `address TAB number of lists that name it`.
import type { Reader } from '../feed.ts'
import { eachLine, headComments, readDate } from '../text.ts'

/** Reader of the counted list; the more lists agree, the surer (50 for one, 75 from seven). */
export const ipsum: Reader = {
  kind: 'ipsum',
  title: 'ipsum',
  basis: 'curated',
  // A table with a count beside each address may count anything, so only the list's own header makes it one of scores.
  detect: (feed) => /^#\s*IPsum\b/.test(feed.head),
  accepts: (feed) => /^[\d.]+\t\d{1,3}$/m.test(feed.head),
  read(feed, sink) {
    for (const comment of headComments(feed)) {
      const date = /^Last update: (.+)$/.exec(comment)?.[1]
      if (date !== undefined) sink.state({ version: date, date: readDate(date) })
    }
    sink.state({ licence: 'The Unlicense' })
    eachLine(feed, (line, number) => {
      const [address = '', count = ''] = line.split('\t')
      const lists = /^\d{1,3}$/.test(count) ? Number(count) : 1
      const confidence = Math.min(75, 50 + Math.max(0, lists - 1) * 4)
      const note = `named by ${lists} of the lists behind ipsum`
      sink.range(address, sink.label({ tags: ['list:ipsum'], confidence, note }), `line ${number}`)
    })
  },
}
