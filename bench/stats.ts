// How fast statistics are: five fields over a store that bench/write.ts or an import filled, and all that the page shows beside results.
//   node bench/stats.ts --data DIRECTORY [--repeat N] [--json]
// Prints medians in milliseconds, of the whole use case without the network.
import { parseArgs } from 'node:util'
import { fieldNamed } from '../src/field/index.ts'
import type { Account } from '../src/service/account/index.ts'
import { createAggregate } from '../src/service/aggregate/index.ts'
import { createAdmission } from '../src/service/search/index.ts'
import { openEmbeddedStore } from '../src/store/index.ts'
import { medianTime } from './support/median.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: './data/records' },
    repeat: { type: 'string', default: '7' },
    json: { type: 'boolean', default: false },
  },
})
const repeat = Number(values.repeat)
const account = { id: 1, level: 'enterprise' } as Account

const FIVE = ['country', 'port', 'protocol', 'server', 'title']
const PAGE = [
  'country',
  'port',
  'protocol',
  'server',
  'product',
  'category',
  'title',
  'as_organization',
  'as_number',
  'domain',
  'cert.subject.org',
  'cert.issuer.org',
  'cert.is_expired',
  'status_code',
  'type',
  'os',
  'icon_hash',
  'base_protocol',
  'is_ipv6',
  'lastupdatetime',
]
const QUERIES = ['port!=""', 'title="login"', 'body="powered by"', 'country="DE"', 'header="server: nginx"']

const store = await openEmbeddedStore(values.data)
const admission = createAdmission({ concurrency: 4, queue: 10, queueTime: 1000 })
const use = createAggregate({ store, admission, now: () => Date.parse('2026-11-20T00:00:00Z') })
const named = (names: readonly string[]) => names.map((name) => ({ name, field: fieldNamed(name) }))

async function timed(work: () => Promise<unknown>): Promise<number> {
  return Math.round(await medianTime(repeat, work))
}

const { records } = await store.info()
const rows: Record<string, number | string>[] = []
for (const text of QUERIES) {
  const query = { text, full: true }
  const { size } = await use.stats(account, query, named(FIVE), 5)
  const page = { fields: PAGE.map(fieldNamed), size: 5, regions: true }
  const row = {
    query: text,
    matches: size,
    'five fields': await timed(() => use.stats(account, query, named(FIVE), 5)),
    'the page': await timed(() => use.facets(account, query, page)),
    'time line': await timed(() => use.timeline(account, query)),
  }
  rows.push(row)
  process.stderr.write(`${JSON.stringify(row)}\n`)
}
if (values.json) console.log(JSON.stringify({ records, repeat, rows }, null, 1))
else {
  console.log(`${records} records, medians of ${repeat} in ms`)
  console.table(rows)
}
await store.close()
