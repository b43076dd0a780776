// How fast queries are answered: every class of query over a store that bench/write.ts or an import filled.
//   node bench/query.ts --data DIRECTORY [--repeat N] [--only TEXT] [--remember] [--json]
// Counts are made anew each time unless --remember lets the store remember them, as it does in use. Prints a table in markdown, or JSON: the median of a page alone (the 100 newest), of a count alone, and of both at once, and the
// processor time of a count.
import { parseArgs } from 'node:util'
import { fieldNamed } from '../src/field/index.ts'
import { readQuery } from '../src/query/index.ts'
import { openEmbeddedStore, type Store } from '../src/store/index.ts'
import { QUERIES } from './queries.ts'
import { medianTime } from './support/median.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: './data/records' },
    repeat: { type: 'string', default: '7' },
    only: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
    remember: { type: 'boolean', default: false },
  },
})
const repeat = Number(values.repeat)

interface Row {
  readonly name: string
  readonly query: string
  readonly matches: number
  readonly page: number
  readonly bodies: number
  readonly count: number
  readonly both: number
  readonly countCpu: number
}

async function measure(store: Store, name: string, text: string): Promise<Row> {
  const now = Date.parse('2026-11-20T00:00:00Z')
  const selection = { query: readQuery(text), since: undefined, now }
  const page = (fields: readonly string[]) => () =>
    store.page({ ...selection, fields: fields.map(fieldNamed), offset: 0, limit: 100 })
  const small = page(['host', 'title', 'ip', 'port', 'country'])
  const count = () => store.count(selection)
  const matches = await count()
  const cpu = process.cpuUsage()
  const counted = await timed(count)
  const used = process.cpuUsage(cpu)
  return {
    name,
    query: text,
    matches,
    page: await timed(small),
    bodies: await timed(page(['host', 'body'])),
    count: counted,
    both: await timed(() => Promise.all([small(), count()])),
    countCpu: Math.round((used.user + used.system) / 1000 / repeat),
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  return Math.round((await medianTime(repeat, work)) * 10) / 10
}

const store = await openEmbeddedStore(values.data, values.remember ? {} : { tuning: { rememberedCounts: 0 } })
const { records, bytesOnDisk } = await store.info()
const rows: Row[] = []
if (!values.json) {
  console.log(`${records} records, ${Math.round(bytesOnDisk / 1e6)} MB; medians of ${repeat} in ms\n`)
  console.log('| class | query | matches | page | page with bodies | count | both | count, processor |')
  console.log('|---|---|---:|---:|---:|---:|---:|---:|')
}
for (const [name, text] of QUERIES) {
  if (!`${name} ${text}`.includes(values.only)) continue
  const row = await measure(store, name, text)
  rows.push(row)
  const { query, matches, page, bodies, count, both, countCpu } = row
  if (!values.json)
    console.log(
      `| ${name} | \`${query.replaceAll('|', '\\|')}\` | ${matches} | ${page} | ${bodies} | ${count} | ${both} | ${countCpu} |`,
    )
}
if (values.json) console.log(JSON.stringify({ records, bytesOnDisk, repeat, rows }, null, 1))
await store.close()
