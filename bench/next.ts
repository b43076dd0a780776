// Reads pages of 1000 with `search/next` while an import adds and replaces records, and compares what came with what was there throughout.
//   node bench/next.ts --data DIRECTORY [--pages N] [--size N] [--repeat N] [--count N]
// DIRECTORY is changed: give it a copy. --count is how many records of bench/generate.ts (seed 1) it holds. Prints medians of page 1 and of
// the last page, asked for one after another while the import goes on, and how many records were missing or double.
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { type Asset, NOWHERE } from '../src/asset/index.ts'
import { BENCHMARK_BODY_LENGTH, generateObservations } from '../test/support/generated/index.ts'
import { createEnrich } from '../src/enrich/index.ts'
import { fieldNamed } from '../src/field/index.ts'
import { readQuery } from '../src/query/index.ts'
import { type Account, DEFAULT_ACCOUNT_SETTINGS } from '../src/service/account/index.ts'
import { createAdmission, createSearchNext } from '../src/service/search/index.ts'
import { openEmbeddedStore, type Store } from '../src/store/index.ts'
import { median } from './support/median.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: './data/records' },
    pages: { type: 'string', default: '100' },
    size: { type: 'string', default: '1000' },
    repeat: { type: 'string', default: '15' },
    count: { type: 'string', default: '1000000' },
    query: { type: 'string', default: 'port!=""' },
  },
})
const [pages, size, repeat, count] = [values.pages, values.size, values.repeat, values.count].map(Number) as [
  number,
  number,
  number,
  number,
]
const NOW = Date.parse('2026-11-20T00:00:00Z')
const FIELDS = ['host', 'ip', 'port', 'title', 'base_protocol'].map(fieldNamed)
const LATER = NOW / 1000 + 3600

/** Generated records, seen an hour later than all others. */
function* again(seed: number): Generator<Asset> {
  const enrich = createEnrich()
  const locator = { locate: () => NOWHERE, databases: [] }
  const context = { locator, importId: `again ${seed}`, defaultTime: 0, bodyLimit: 1 << 20 }
  for (const one of generateObservations({ seed, count, now: NOW, bodyLength: BENCHMARK_BODY_LENGTH })) {
    const enriched = enrich(one, context)
    if ('asset' in enriched) yield { ...enriched.asset, lastupdatetime: LATER, content_time: LATER }
  }
}

/** Writes until it is told to stop; says how much. */
async function importOn(store: Store, signal: AbortSignal): Promise<{ replaced: number; added: number }> {
  const [old, fresh] = [again(1), again(2)]
  const sum = { replaced: 0, added: 0 }
  while (!signal.aborted) {
    const batch: Asset[] = []
    for (const source of [old, fresh])
      for (let taken = 0; taken < 1000; taken++) {
        const next = source.next()
        if (!next.done) batch.push(next.value)
      }
    const { replaced, touched, added } = await store.write(batch)
    sum.replaced += replaced + touched
    sum.added += added
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return sum
}

const store = await openEmbeddedStore(values.data)
const reserveSearch = async () => ({ capture: async () => 0, release: async () => {} })
const searchNext = createSearchNext(
  {
    store,
    accounts: {
      readAccountQuery: async (_, text) => readQuery(text),
      reserveSearch,
      settings: DEFAULT_ACCOUNT_SETTINGS,
    },
    admission: createAdmission({ concurrency: 4, queue: 10, queueTime: 1000 }),
    now: () => NOW,
  },
  randomBytes(32),
)
const account = { id: 1, level: 'enterprise' } as Account

async function read(next: string, sink: (rows: readonly (readonly string[])[]) => void) {
  const started = performance.now()
  const asked = { text: values.query, size, fields: FIELDS, full: true, next }
  const page = await searchNext(account, asked, sink)
  return { next: page.next, time: performance.now() - started, pageTime: page.pageTime }
}

const key = (row: readonly string[]): string =>
  `${row[0]?.replace(/^https:\/\/|:\d+$/g, '')} ${row[2]} ${row[4]}`
const before = new Set<string>()
const selection = { query: readQuery(values.query), since: undefined, now: NOW }
for await (const { rows } of store.scan({ ...selection, fields: FIELDS })) {
  for (const row of rows) if (before.size < pages * size) before.add(key(row))
  if (before.size >= pages * size) break
}

const found: string[] = []
const first = await read('', (rows) => found.push(...rows.map(key)))
const stop = new AbortController()
const importing = importOn(store, stop.signal)
let last = first.next
let deep = first.next
for (let page = 1; page < pages && last !== ''; page++) {
  deep = last
  const { next } = await read(last, (rows) => found.push(...rows.map(key)))
  last = next
}
const times = { first: [] as number[], deep: [] as number[] }
for (let run = 0; run < repeat; run++) {
  times.first.push((await read('', () => {})).pageTime)
  times.deep.push((await read(deep, () => {})).pageTime)
}
stop.abort()
const imported = await importing
const seen = new Set(found)
const [firstPage, deepPage] = [median(times.first), median(times.deep)]
console.log(
  JSON.stringify({
    rows: found.length,
    double: found.length - seen.size,
    missing: [...before].filter((one) => !seen.has(one)).length,
    imported,
    firstPage: Math.round(firstPage * 10) / 10,
    deepPage: Math.round(deepPage * 10) / 10,
    ratio: Math.round((deepPage / firstPage) * 100) / 100,
  }),
)
await store.close()
