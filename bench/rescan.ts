// What importing the same hosts again costs beside the first time: records that are new, that were only seen again, and that have changed.
//   node bench/rescan.ts [--count N] [--stored N] [--directory DIRECTORY]
// Each scan is a file that `periplus import` reads into the same data directory; `--stored` records of other hosts are there before. Prints
// records per second, their ratio to the first import, and the same for the processor time, which other programs disturb less.
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import type { Observation } from '../src/asset/index.ts'
import { BENCHMARK_BODY_LENGTH, generateObservations, toRecord } from '../test/support/generated/index.ts'
import { run } from './support/command.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100000' },
    stored: { type: 'string', default: '0' },
    directory: { type: 'string' },
  },
})

const NOW = Date.parse('2026-11-20T00:00:00Z')
const DAY = 86_400_000

/** A scan: when after the first one, and whether it finds other content. */
interface Scan {
  readonly name: string
  readonly seed: number
  readonly days: number
  readonly changed: boolean
}

const BEFORE: Scan = { name: 'before', seed: 7, days: 0, changed: false }
const SCANS: readonly Scan[] = [
  { name: 'new', seed: 1, days: 0, changed: false },
  { name: 'seen again', seed: 1, days: 7, changed: false },
  { name: 'changed', seed: 1, days: 14, changed: true },
]

/** The lines of a scan: the same hosts for the same seed. */
function* linesOf({ seed, days, changed }: Scan, count: number): Generator<string> {
  for (const observation of generateObservations({
    seed,
    count,
    now: NOW,
    bodyLength: BENCHMARK_BODY_LENGTH,
  })) {
    const later = { ...observation, time: (observation.time ?? NOW) + days * DAY }
    yield `${JSON.stringify(toRecord(changed ? withOtherContent(later) : later))}\n`
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

const root = resolve(import.meta.dirname, '..')
const directory = values.directory ?? mkdtempSync(join(tmpdir(), 'periplus-rescan-'))
mkdirSync(directory, { recursive: true })

/** Imports a scan; seconds of wall and of processor time. */
async function importScan(scan: Scan, count: number): ReturnType<typeof run> {
  const file = join(directory, 'scan.ndjson')
  await pipeline(Readable.from(linesOf(scan, count)), createWriteStream(file))
  const result = await run('sh', [
    join(root, 'bin/periplus'),
    'import',
    '--data',
    join(directory, 'data'),
    file,
  ])
  rmSync(file)
  return result
}

await run('sh', [join(root, 'bin/setup')])
const count = Number(values.count)
if (Number(values.stored) > 0) await importScan(BEFORE, Number(values.stored))
let first: { readonly seconds: number; readonly cpu: number } | undefined
for (const scan of SCANS) {
  const { seconds, cpu, peak } = await importScan(scan, count)
  first ??= { seconds, cpu }
  const [ratio, cpuRatio] = [first.seconds / seconds, first.cpu / cpu].map((value) => +value.toFixed(2))
  const perSecond = Math.round(count / seconds)
  const mebibytes = Math.round(peak / 2 ** 20)
  console.log(JSON.stringify({ scan: scan.name, perSecond, ratio, cpu, cpuRatio, mebibytes }))
}
if (values.directory === undefined) rmSync(directory, { recursive: true, force: true })
