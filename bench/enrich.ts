// How fast observations become records, on one thread: node bench/enrich.ts [--count N] [--rules]
// The generated records lose their stated location and get a random public address each, so that every record costs a look-up in the
// databases; memory is shown before, with the databases open, and after.
import { parseArgs } from 'node:util'
import { type Observation, UNKNOWN_ASSET } from '../src/asset/index.ts'
import { BENCHMARK_BODY_LENGTH, generateObservations } from '../test/support/generated/index.ts'
import { createEnrich, openLocator } from '../src/enrich/index.ts'
import { openRecognise } from '../src/rule/index.ts'

const { values } = parseArgs({
  options: { count: { type: 'string', default: '200000' }, rules: { type: 'boolean', default: false } },
})
const count = Number(values.count)
const CHUNK = 5000

const memory = () => `${Math.round(process.memoryUsage.rss() / 1e6)} MB`

function publicAddress(number: number): string {
  const scattered = Math.imul(number, 0x9e3779b1) >>> 0
  return `${1 + ((scattered >>> 24) % 223)}.${(scattered >>> 16) & 255}.${(scattered >>> 8) & 255}.${scattered & 255}`
}

function withoutLocation(observation: Observation, number: number): Observation {
  const {
    country,
    country_name,
    province,
    city,
    latitude,
    longitude,
    as_number,
    as_organization,
    isp,
    ip,
    ...stated
  } = observation.stated
  const address = publicAddress(number)
  const isNamed = observation.reached !== ip
  return {
    ...observation,
    reached: isNamed ? observation.reached : address,
    stated: { ...stated, ip: address },
  }
}

function* chunks(): Generator<readonly Observation[]> {
  let number = 0
  let chunk: Observation[] = []
  const generated = generateObservations({
    seed: 1,
    count,
    now: Date.UTC(2026, 10, 20),
    bodyLength: BENCHMARK_BODY_LENGTH,
  })
  for (const observation of generated) {
    chunk.push(withoutLocation(observation, number++))
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = []
  }
  yield chunk
}

const before = memory()
const locator = openLocator()
const opened = performance.now()
locator.locate('192.0.2.1')
locator.locate('2001:db8::1')
const opening = Math.round(performance.now() - opened)
const ready = memory()

const rules = values.rules ? openRecognise({ directory: '' }) : undefined
rules?.(UNKNOWN_ASSET)
const enrich = createEnrich(rules)
const context = { locator, importId: 'bench', defaultTime: 0, bodyLimit: 1 << 20 }
const processor = () => process.cpuUsage().user + process.cpuUsage().system
let wall = 0
let busy = 0
let records = 0
let located = 0
for (const chunk of chunks()) {
  const [startedWall, startedBusy] = [performance.now(), processor()]
  for (const observation of chunk) {
    const enriched = enrich(observation, context)
    if ('reason' in enriched) throw new Error(enriched.reason)
    records++
    if (enriched.asset.country !== '') located++
  }
  wall += performance.now() - startedWall
  busy += processor() - startedBusy
}

process.stdout.write(
  `databases opened in ${opening} ms (${before}, then ${ready})\n` +
    `${records} records, ${located} of them located: ${Math.round(records / (wall / 1000))} per second, ` +
    `${Math.round(records / (busy / 1e6))} per second of processor time; ${memory()} at the end\n`,
)
