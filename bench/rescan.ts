// What importing the same hosts again costs beside the first time: records that are new, that were only seen again, and that have changed.
//   node bench/rescan.ts [--count N] [--stored N] [--directory DIRECTORY]
// `--stored` records of other hosts are there before. Prints records per second, their ratio to a first import, and the same for the
// processor time, which other programs on the machine disturb less.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Asset, NOWHERE, type Observation } from '../src/asset/index.ts'
import { BENCHMARK_BODY_LENGTH, generateObservations } from '../src/demo/index.ts'
import { createEnrich } from '../src/enrich/index.ts'
import { openCommitLog, openState } from '../src/state/index.ts'
import { Batch, openEmbeddedStore, type Store, type WriteResult } from '../src/store/index.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100000' },
    stored: { type: 'string', default: '0' },
    directory: { type: 'string' },
  },
})

const BATCH = 8000
const NOW = Date.parse('2026-11-20T00:00:00Z')
const DAY = 86_400_000

/** A scan: when after the first one, and whether it finds other content. */
interface Scan {
  readonly name: string
  readonly days: number
  readonly changed: boolean
}

const SCANS: readonly Scan[] = [
  { name: 'new', days: 0, changed: false },
  { name: 'seen again', days: 7, changed: false },
  { name: 'changed', days: 14, changed: true },
]

/** The records that a scan brings: the same hosts for the same seed. */
function* records(seed: number, count: number, { name, days, changed }: Scan): Generator<Asset> {
  const enrich = createEnrich()
  const locator = { locate: () => NOWHERE, databases: [] }
  const context = { locator, importId: name, defaultTime: 0, bodyLimit: 1 << 20 }
  for (const observation of generateObservations({
    seed,
    count,
    now: NOW,
    bodyLength: BENCHMARK_BODY_LENGTH,
  })) {
    const later = { ...observation, time: (observation.time ?? NOW) + days * DAY }
    const enriched = enrich(changed ? withOtherContent(later) : later, context)
    if ('asset' in enriched) yield enriched.asset
  }
}

function withOtherContent(observation: Observation): Observation {
  const { body = '', banner = '' } = observation.stated
  return body === '' && banner === ''
    ? observation
    : {
        ...observation,
        stated: {
          ...observation.stated,
          ...(body !== '' && { body: `${body}<p>changed</p>` }),
          ...(banner !== '' && { banner: `${banner} changed` }),
        },
      }
}

/** Writes records as an import does: batches that share units. */
async function write(
  store: Store,
  assets: Iterable<Asset>,
): Promise<{ seconds: number; cpu: number; done: WriteResult }> {
  const start = performance.now()
  const cpu = process.cpuUsage()
  const pending: Promise<WriteResult>[] = []
  let batch = new Batch()
  const flush = async (): Promise<void> => {
    const { durable } = await store.append(batch)
    pending.push(durable)
    batch = new Batch()
  }
  for (const asset of assets) {
    batch.add(asset)
    if (batch.records >= BATCH) await flush()
  }
  await flush()
  await store.flush()
  const done = { added: 0, replaced: 0, touched: 0, unchanged: 0 }
  for (const result of await Promise.all(pending))
    for (const key of Object.keys(done) as (keyof WriteResult)[]) done[key] += result[key]
  const { user, system } = process.cpuUsage(cpu)
  return { seconds: (performance.now() - start) / 1000, cpu: (user + system) / 1e6, done }
}

const directory = values.directory ?? mkdtempSync(join(tmpdir(), 'periplus-rescan-'))
const state = await openState({ file: join(directory, 'state.sqlite') })
const store = await openEmbeddedStore(join(directory, 'records'), {
  log: (identity, alone) => openCommitLog(state, identity, alone),
})
const count = Number(values.count)
if (Number(values.stored) > 0)
  await write(store, records(7, Number(values.stored), { name: 'before', days: 0, changed: false }))
let first: { readonly seconds: number; readonly cpu: number } | undefined
for (const scan of SCANS) {
  const { seconds, cpu, done } = await write(store, records(1, count, scan))
  first ??= { seconds, cpu }
  const [ratio, cpuRatio] = [first.seconds / seconds, first.cpu / cpu].map((value) => +value.toFixed(2))
  const perSecond = Math.round(count / seconds)
  console.log(JSON.stringify({ scan: scan.name, perSecond, ratio, cpu: +cpu.toFixed(1), cpuRatio, ...done }))
}
await store.close()
await state.close()
if (values.directory === undefined) rmSync(directory, { recursive: true, force: true })
