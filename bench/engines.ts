// The same records and queries on the engine in process, on one ClickHouse server and on a cluster of two shards: every page and total
// must be the same. Says how long writing and reading took on each; the servers run on this machine and share its cores.
//   node bench/engines.ts [--count 200000] [--queries 60]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import type { Asset } from '../src/asset/index.ts'
import { generateObservations, NEEDLES } from '../test/support/generated/index.ts'
import { CATALOGUE } from '../src/field/index.ts'
import { quote, readQuery } from '../src/query/index.ts'
import { openEmbeddedStore, openServerStore, type Position, type Store } from '../src/store/index.ts'
import { startClickhouse } from '../test/support/clickhouse.ts'
import { enriched } from '../test/support/enriched.ts'
import { serverOptions } from '../test/support/engines.ts'
import { matchingQueries } from '../test/support/generate-query.ts'

const { values } = parseArgs({
  options: { count: { type: 'string', default: '200000' }, queries: { type: 'string', default: '60' } },
})
const NOW = Date.parse('2026-11-20T12:00:00Z')
const BATCH = 10_000
const PAGE = 100
/** Beside other work a query may take long; what counts is what it answers. */
const LIMITS = { maxExecutionSeconds: 300 }
const FIELDS = CATALOGUE.filter((field) => field.select !== 'never')

function* batches(): Generator<readonly Asset[]> {
  let batch: Asset[] = []
  for (const observation of generateObservations({ seed: 5, count: Number(values.count), now: NOW })) {
    const result = enriched(observation)
    if (!('asset' in result)) continue
    batch.push(result.asset)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function queries(): readonly string[] {
  const [sample = []] = batches()
  const own = ['port!=""', 'body!="home"', 'login', 'ip="198.18.0.0/16"', 'title=~"(?i)log.?in"']
  const needles = NEEDLES.map(({ field, text }) => `${field}=${quote(text)}`)
  const made = fc.sample(matchingQueries(sample.slice(0, 300), NOW), {
    numRuns: Number(values.queries),
    seed: 9,
  })
  return [...own, ...needles, ...made]
}

/** The total, the first page, one from the middle, and the one after the first by position. */
async function answer(store: Store, text: string): Promise<unknown> {
  const selection = { query: readQuery(text), since: undefined, now: NOW, fields: FIELDS }
  const total = await store.count(selection)
  const first = await store.page({ ...selection, offset: 0, limit: PAGE })
  const middle = await store.page({ ...selection, offset: Math.floor(total / 2), limit: 10 })
  const after = (from: Position) => store.page({ ...selection, offset: 0, limit: PAGE, from })
  return [total, first, middle, first.end === undefined ? undefined : await after(first.end)]
}

/** Fills and asks one store, and closes it. */
async function run(name: string, store: Store, texts: readonly string[]): Promise<readonly string[]> {
  const started = performance.now()
  for (const batch of batches()) await store.write(batch)
  const written = performance.now()
  const answers: string[] = []
  for (const text of texts) answers.push(JSON.stringify(await answer(store, text)))
  const asked = performance.now()
  const { records } = await store.info()
  await store.close()
  console.log(
    `${name}: ${records} records written in ${seconds(written - started)}, ${texts.length} queries with 3 pages each in ${seconds(asked - written)}`,
  )
  return answers
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

async function onServers(name: string, shards: number, texts: readonly string[]): Promise<readonly string[]> {
  const clickhouse = await startClickhouse(shards, 1)
  try {
    return await run(name, await openServerStore({ ...serverOptions(clickhouse, 'bench'), ...LIMITS }), texts)
  } finally {
    await clickhouse.stop()
  }
}

const directory = mkdtempSync(join(tmpdir(), 'periplus-engines-'))
const texts = queries()
const wanted = await run('embedded', await openEmbeddedStore(directory, LIMITS), texts)
rmSync(directory, { recursive: true, force: true })
let different = 0
for (const [name, shards] of [
  ['one server', 1],
  ['two shards', 2],
] as const) {
  const found = await onServers(name, shards, texts)
  for (const [index, text] of texts.entries()) {
    if (found[index] === wanted[index]) continue
    different++
    console.log(`${name} answers otherwise: ${text}`)
  }
}
console.log(different === 0 ? 'the same pages and totals everywhere' : `${different} ANSWERS DIFFER`)
process.exitCode = different === 0 ? 0 : 1
