// How fast records are written: batches through `Store.write` against the engine's own `INSERT … SELECT FROM file` of the same records.
//   node bench/write.ts [--count N] [--batch N] [--keep DIRECTORY] [--json]
// With --keep the store stays in DIRECTORY, for bench/query.ts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Asset, NOWHERE } from '../src/asset/index.ts'
import { BENCHMARK_BODY_LENGTH, generateObservations } from '../test/support/generated/index.ts'
import { createEnrich } from '../src/enrich/index.ts'
import { openEmbeddedStore } from '../src/store/index.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000000' },
    batch: { type: 'string', default: '20000' },
    keep: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})
const count = Number(values.count)
const batchSize = Number(values.batch)

/** The generated records, as an import would hand them to the store. */
function* records(): Generator<Asset> {
  const enrich = createEnrich()
  const context = {
    locator: { locate: () => NOWHERE, databases: [] },
    importId: 'bench',
    defaultTime: 0,
    bodyLimit: 1 << 20,
  }
  const now = Date.parse('2026-11-20T00:00:00Z')
  for (const observation of generateObservations({
    seed: 1,
    count,
    now,
    bodyLength: BENCHMARK_BODY_LENGTH,
  })) {
    const enriched = enrich(observation, context)
    if ('asset' in enriched) yield enriched.asset
  }
}

interface Figures {
  readonly records: number
  readonly seconds: number
  readonly writeSeconds: number
  readonly cpuSeconds: number
  readonly peakMebibytes: number
}

async function writeAll(directory: string): Promise<Figures> {
  const store = await openEmbeddedStore(directory)
  const started = performance.now()
  const cpu = process.cpuUsage()
  let writeSeconds = 0
  let written = 0
  let batch: Asset[] = []
  let writing: Promise<unknown> = Promise.resolve()
  const flush = async (): Promise<void> => {
    await writing
    const full = batch
    batch = []
    const started = performance.now()
    writing = store.write(full).then((result) => {
      writeSeconds += (performance.now() - started) / 1000
      written += result.added
    })
  }
  for (const asset of records()) {
    batch.push(asset)
    if (batch.length >= batchSize) await flush()
  }
  await flush()
  await writing
  const seconds = (performance.now() - started) / 1000
  const used = process.cpuUsage(cpu)
  await store.close()
  return {
    records: written,
    seconds,
    writeSeconds,
    cpuSeconds: (used.user + used.system) / 1e6,
    peakMebibytes: Math.round(process.resourceUsage().maxRSS / 1024),
  }
}

const directory = values.keep ?? mkdtempSync(join(tmpdir(), 'periplus-bench-'))
const figures = await writeAll(directory)
if (values.keep === undefined) rmSync(directory, { recursive: true, force: true })
console.log(JSON.stringify(figures))
