// Searching by tags of many feeds, beside the same searches without the condition on tags; and how long stored records take to follow
// a changed feed.
//   node bench/search-tags.ts [--count N] [--feeds N] [--rounds N]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Asset, NOWHERE } from '../src/asset/index.ts'
import { BENCHMARK_BODY_LENGTH, generateObservations } from '../src/demo/index.ts'
import { createEnrich, type TagsOf } from '../src/enrich/index.ts'
import { CATALOGUE, fieldNamed } from '../src/field/index.ts'
import { createJobs } from '../src/job/index.ts'
import { readQuery } from '../src/query/index.ts'
import { createDerivations, createPostponed } from '../src/service/derive/index.ts'
import { recordTags } from '../src/service/tag/index.ts'
import { openState, Presence } from '../src/state/index.ts'
import { openEmbeddedStore, type Store } from '../src/store/index.ts'
import { buildSources } from '../src/tag/index.ts'
import { median } from './support/median.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100000' },
    feeds: { type: 'string', default: '400' },
    rounds: { type: 'string', default: '15' },
  },
})
const [count, feeds, rounds] = [Number(values.count), Number(values.feeds), Number(values.rounds)]
const now = Date.parse('2026-11-20T12:00:00Z')
const locator = { locate: () => NOWHERE, databases: [] }

/** Public addresses, two records each. */
const addressOf = (index: number): string => {
  const number = Math.floor(index / 2)
  return `45.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
}

/** The tags of feed `index`: a few clouds and delivery networks, Tor, scanners, VPNs, and block lists for the rest. */
function tagsOfFeed(index: number): readonly string[] {
  if (index === 0) return ['tor_exit']
  if (index < 10) return [`cloud:provider-${index}`]
  if (index < 14) return [`cdn:network-${index}`]
  if (index < 24) return [`scanner:scanner-${index}`]
  return index < 34 ? [`vpn:operator-${index}`] : [`list:list-${index}`]
}

/** Networks for clouds and delivery networks, single addresses for the others; `shift` moves them. */
function linesOf(feed: number, shift = 0): string {
  if (feed > 0 && feed < 14)
    return Array.from({ length: 40 }, (_, at) => `45.${at % 8}.${(at * 13 + feed * 17) & 255}.0/24`).join(
      '\n',
    )
  const step = feed === 0 ? 997 : 251
  return Array.from({ length: 500 }, (_, at) => addressOf(2 * (at * step + feed * 7 + shift))).join('\n')
}

function tagsFrom(shift: number): TagsOf {
  const inputs = Array.from({ length: feeds }, (_, feed) => ({
    ...{ name: `feed-${feed}`, kind: 'auto', tags: tagsOfFeed(feed), retrievedAt: now / 1000 - 3600 },
    bytes: Buffer.from(linesOf(feed, feed === 0 ? shift : 0)),
  }))
  return recordTags({ sources: buildSources(inputs), now: now / 1000 }).tagsOf
}

async function fill(store: Store, tagsOf: TagsOf): Promise<void> {
  const enrich = createEnrich()
  const context = { locator, tagsOf, importId: 'bench', defaultTime: 0, bodyLimit: 1 << 20 }
  let batch: Asset[] = []
  let index = 0
  for (const one of generateObservations({ seed: 1, count, now, bodyLength: BENCHMARK_BODY_LENGTH })) {
    const enriched = enrich({ ...one, stated: { ...one.stated, ip: addressOf(index++), tag: [] } }, context)
    if ('asset' in enriched) batch.push(enriched.asset)
    if (batch.length < 10_000) continue
    await store.write(batch)
    batch = []
  }
  await store.write(batch)
}

const FIELDS = ['host', 'ip', 'port', 'title', 'tag'].map(fieldNamed)

/** Processor time, engine included, in milliseconds: other work of the machine hardly changes it. */
const used = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000

/** The cost of the first page and the count, which a search reads side by side, from cold caches of counts. */
async function searched(store: Store, text: string, round: number): Promise<number> {
  // A limit that changes nothing keeps the caches of equal selections out.
  const selection = { query: readQuery(text), since: round + 1, now }
  const started = process.cpuUsage()
  const page = await store.page({ ...selection, fields: FIELDS, offset: 0, limit: 100, counting: true })
  const known = await page.matches
  if (known === undefined) await store.count(selection)
  return used(process.cpuUsage(started))
}

/** The searches without a condition on tags. */
const BASES = ['title="login"', 'country="DE"', 'port="443"', 'header="server: nginx"', 'body="powered by"']
/** The conditions beside them; the first one, on another small column, is for comparison. */
const TAGS = [
  'type!=""',
  'is_cloud=true',
  'is_honeypot=false && is_fraud=false',
  'tor_exit=true',
  'tag=="cloud:provider-3"',
  'tag="cloud"',
  'scanner="scanner-15"',
]

async function compare(store: Store): Promise<void> {
  for (const base of BASES) {
    const texts = [base, ...TAGS.map((tag) => `${base} && ${tag}`)]
    const times = texts.map((): number[] => [])
    for (let round = 0; round < rounds; round++)
      for (const [index, text] of texts.entries()) times[index]?.push(await searched(store, text, round))
    const [alone = 0, ...others] = times.map(median)
    const ratios = others.map(
      (time, index) => `${TAGS[index]} ${time.toFixed(1)} (${(time / alone).toFixed(2)})`,
    )
    console.log(`${base} ${alone.toFixed(1)} ms; with ${ratios.join(', ')}`)
  }
}

async function facets(store: Store): Promise<void> {
  const selection = { query: readQuery('port!=""'), since: undefined, now }
  for (const names of [
    ['country', 'server'],
    ['country', 'server', 'tag', 'is_cloud', 'class'],
  ]) {
    const started = performance.now()
    const dimensions = names.map((name) => ({ field: fieldNamed(name) }))
    await store.facets({ ...selection, dimensions, size: 10 })
    console.log(`facets ${names.join(', ')}: ${(performance.now() - started).toFixed(0)} ms`)
  }
}

/** One feed of Tor exits changes: the job that follows it. */
async function follow(store: Store, tagsOf: TagsOf): Promise<void> {
  const state = await openState({ file: ':memory:' })
  const presence = new Presence(state)
  const jobs = createJobs({ state, presence, now: Date.now, onError: console.error })
  const derivations = createDerivations({
    ...{ jobs, store, kind: 'derive', expiry: 1e9, postponed: createPostponed(state, 'derive') },
    locator: async () => locator,
    tagsOf: async () => tagsOf,
  })
  const [started, before] = [performance.now(), process.cpuUsage()]
  const { id } = await derivations.submit({ derivations: ['tags'], rate: 1_000_000, tags: 'changed' })
  for (;;) {
    const job = (await derivations.list()).find((one) => one.id === id)
    if (job?.endedAt !== undefined) {
      console.log(
        `a changed feed: ${((performance.now() - started) / 1000).toFixed(1)} s, ${(used(process.cpuUsage(before)) / 1000).toFixed(1)} s of processor time, ${JSON.stringify(job.result)}`,
      )
      break
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await jobs.close()
  await presence.close()
  await state.close()
}

const directory = mkdtempSync(join(tmpdir(), 'periplus-search-tags-'))
const store = await openEmbeddedStore(directory)
try {
  const started = performance.now()
  const before = tagsFrom(0)
  console.log(`${feeds} feeds read in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  const written = performance.now()
  await fill(store, before)
  const { records } = await store.info()
  console.log(
    `${records} records, ${CATALOGUE.length} fields, in ${((performance.now() - written) / 1000).toFixed(0)} s`,
  )
  await compare(store)
  await facets(store)
  await follow(store, tagsFrom(3))
  await follow(store, tagsFrom(3))
} finally {
  await store.close()
  rmSync(directory, { recursive: true, force: true })
}
