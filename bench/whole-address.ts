// Whether conditions on whole addresses join well: `A && B` against A and B alone, over a store that bench/write.ts filled.
//   node bench/whole-address.ts --data DIRECTORY/records [--repeat N] [--most FACTOR]
// Prints a table in markdown: the median of a search (the 100 newest and the count at once, nothing remembered) of each part, of both
// joined, and the joined one as a multiple of the sum of its parts. Fails when that is more than FACTOR (3).
import { parseArgs } from 'node:util'
import { fieldNamed } from '../src/field/index.ts'
import { readQuery } from '../src/query/index.ts'
import { openEmbeddedStore } from '../src/store/index.ts'
import { medianTime } from './support/median.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: './data/records' },
    repeat: { type: 'string', default: '5' },
    most: { type: 'string', default: '3' },
  },
})
const repeat = Number(values.repeat)
const most = Number(values.most)

const PAIRS: readonly (readonly [string, string])[] = [
  ['ip_filter(banner="SSH")', 'ip_exclude(title="login")'],
  ['ip_filter(port="443")', 'ip_exclude(port="22")'],
  ['ip_filter(product="nginx" && country="DE")', 'ip_exclude(protocol="ssh")'],
  ['ip_filter(body="password")', 'ip_exclude(header="php")'],
  ['ip_filter(port="443")', 'port_size_gt="2"'],
  ['ip_ports="80,443"', 'ip_after="2026-06"'],
]

const store = await openEmbeddedStore(values.data, { tuning: { rememberedCounts: 0 } })
const fields = ['host', 'title', 'ip', 'port', 'country'].map(fieldNamed)

async function search(text: string): Promise<number> {
  const now = Date.parse('2026-11-20T00:00:00Z')
  const selection = { query: readQuery(text), since: undefined, now }
  const page = store.page({ ...selection, fields, offset: 0, limit: 100 })
  const [, matches] = await Promise.all([page, store.count(selection)])
  return matches
}

async function timed(text: string): Promise<{ readonly matches: number; readonly time: number }> {
  const matches = await search(text)
  return { matches, time: await medianTime(repeat, () => search(text)) }
}

const { records } = await store.info()
console.log(`${records} records; medians of ${repeat} searches in ms\n`)
console.log('| A | B | A | B | `A && B` | times the sum | matches |')
console.log('|---|---|---:|---:|---:|---:|---:|')
let worst = 0
for (const [a, b] of PAIRS) {
  const [one, other, both] = [await timed(a), await timed(b), await timed(`${a} && ${b}`)]
  const factor = both.time / (one.time + other.time)
  worst = Math.max(worst, factor)
  const times = [one, other, both].map(({ time }) => Math.round(time)).join(' | ')
  console.log(`| \`${a}\` | \`${b}\` | ${times} | ${factor.toFixed(2)} | ${both.matches} |`)
}
await store.close()
console.log(`\nat most ${worst.toFixed(2)} times the sum of the parts; ${most} is the limit`)
if (worst > most) process.exitCode = 1
