// Searching by tags of many feeds, beside the same searches without the condition on tags; and how long stored records take to follow
// a changed feed.
//   node bench/search-tags.ts [--count N] [--feeds N] [--rounds N] [--data DIRECTORY]
// With --data the store stays in DIRECTORY; a second run measures the one that is there.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CATALOGUE, fieldNamed } from '../src/field/index.ts'
import type { TagsOf } from '../src/enrich/index.ts'
import { createJobs } from '../src/job/index.ts'
import { readQuery } from '../src/query/index.ts'
import { createRecognise, readLibrary } from '../src/rule/index.ts'
import { createDerivations, createPostponed } from '../src/service/derive/index.ts'
import { openState, Presence } from '../src/state/index.ts'
import { openEmbeddedStore, type Store } from '../src/store/index.ts'
import { median } from './support/median.ts'
import { fill, NO_LOCATOR, NOW, tagsFrom } from './support/tagged-records.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100000' },
    feeds: { type: 'string', default: '400' },
    rounds: { type: 'string', default: '15' },
    data: { type: 'string' },
  },
})
const [count, feeds, rounds] = [Number(values.count), Number(values.feeds), Number(values.rounds)]

const FIELDS = ['host', 'ip', 'port', 'title', 'tag'].map(fieldNamed)

/** Processor time, engine included, in milliseconds: other work of the machine hardly changes it. */
const used = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000

/** The cost of the first page and the count, which a search reads side by side. */
async function searched(store: Store, text: string): Promise<number> {
  const selection = { query: readQuery(text), since: 1, now: NOW }
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
      for (const [index, text] of texts.entries()) times[index]?.push(await searched(store, text))
    const [alone = [], ...others] = times
    // Each round by itself: what else the machine does changes from round to round.
    const ratios = others.map((cost, index) => {
      const ratio = median(cost.map((one, round) => one / (alone[round] ?? 1)))
      return `${TAGS[index]} ${median(cost).toFixed(1)} (${ratio.toFixed(2)})`
    })
    console.log(`${base} ${median(alone).toFixed(1)} ms; with ${ratios.join(', ')}`)
  }
}

async function facets(store: Store): Promise<void> {
  const selection = { query: readQuery('port!=""'), since: undefined, now: NOW }
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
    locator: async () => NO_LOCATOR,
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

const directory = values.data ?? mkdtempSync(join(tmpdir(), 'periplus-search-tags-'))
// Remembered counts would answer every round but the first.
const store = await openEmbeddedStore(directory, { tuning: { rememberedCounts: 0 } })
try {
  const started = performance.now()
  const before = tagsFrom(feeds, 0)
  console.log(`${feeds} feeds read in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  const isNew = (await store.info()).records === 0
  const written = performance.now()
  if (isNew) await fill(store, { count, tagsOf: before, recognise: createRecognise(readLibrary()) })
  const { records } = await store.info()
  console.log(
    `${records} records, ${CATALOGUE.length} fields, in ${((performance.now() - written) / 1000).toFixed(0)} s`,
  )
  await compare(store)
  await facets(store)
  if (isNew) for (const _ of ['changed', 'unchanged']) await follow(store, tagsFrom(feeds, 3))
} finally {
  await store.close()
  if (values.data === undefined) rmSync(directory, { recursive: true, force: true })
}
