// What is known of records beside their texts, over the store that bench/search-tags.ts --data DIRECTORY filled: pivots of hosts, facets
// of products and of known vulnerabilities, and all rules over all records again.
//   node bench/knowledge.ts --data DIRECTORY [--repeat N] [--rules] [--state FILE]
// With --rules one rule is new, and the job that follows it runs over all records. With --state a run that was stopped resumes; each
// prints its own processor time.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fieldNamed } from '../src/field/index.ts'
import { createJobs } from '../src/job/index.ts'
import { readQuery } from '../src/query/index.ts'
import { createRecognise, readLibrary, readRules } from '../src/rule/index.ts'
import type { Account } from '../src/service/account/index.ts'
import { createAggregate } from '../src/service/aggregate/index.ts'
import { createDerivations, createPostponed } from '../src/service/derive/index.ts'
import { createPivots } from '../src/service/pivot/index.ts'
import { createAdmission } from '../src/service/search/index.ts'
import { addLists, withVulnerabilities } from '../src/service/vulnerability/index.ts'
import { openState, Presence } from '../src/state/index.ts'
import { openEmbeddedStore } from '../src/store/index.ts'
import { median } from './support/median.ts'
import { NO_LOCATOR, NOW } from './support/tagged-records.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: './data/records' },
    repeat: { type: 'string', default: '7' },
    rules: { type: 'boolean', default: false },
    state: { type: 'string', default: ':memory:' },
  },
})
const repeat = Number(values.repeat)
const account = { id: 1, level: 'enterprise' } as Account
const records = await openEmbeddedStore(values.data)
const folder = mkdtempSync(join(tmpdir(), 'periplus-knowledge-'))
const store = withVulnerabilities(records, join(folder, 'lists.sqlite'))
const context = {
  store,
  admission: createAdmission({ concurrency: 4, queue: 10, queueTime: 1000 }),
  now: () => NOW,
}

const used = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000

async function timed(name: string, runs: number, work: (run: number) => Promise<unknown>): Promise<void> {
  const [walls, costs]: [number[], number[]] = [[], []]
  for (let run = 0; run < runs; run++) {
    const [started, before] = [performance.now(), process.cpuUsage()]
    await work(run)
    walls.push(performance.now() - started)
    costs.push(used(process.cpuUsage(before)))
  }
  const [wall, cost] = [walls, costs].map((all) => median(all).toFixed(0))
  console.log(
    `${name}: ${wall} ms, at most ${Math.max(...walls).toFixed(0)}; processor ${cost} ms (${runs} runs)`,
  )
}

/** Pivots of hosts with records of a kind, each host once. */
async function pivots(): Promise<void> {
  const use = createPivots(context)
  for (const text of ['protocol="https"', 'protocol="ssh"', 'protocol="http"', 'title="404"']) {
    const selection = { query: readQuery(text), since: undefined, now: NOW }
    const found = await store.pick({ ...selection, columns: ['ip'], limit: 500 })
    const hosts = [...new Set(found.map(({ ip }) => ip))]
    let values = 0
    await timed(`pivots of hosts with ${text}`, 3 * repeat, async (run) => {
      const host = hosts[(run * 17) % hosts.length] ?? ''
      values += (await use.of(account, { host })).pivots.length
    })
    console.log(`  ${(values / (3 * repeat)).toFixed(1)} values of a host`)
  }
}

/** CVEs of one product in the list. */
const CVES = 60

/** A list with CVEs of every product that the records have, each for the versions up to another one. */
async function vulnerabilities(): Promise<void> {
  const names = await records.distinct('cpe')
  const products = [...new Set(names.map((name) => name.split(':').slice(0, 5).join(':')))].sort()
  const entry = (product: string, number: number) => ({
    cve: {
      id: `CVE-2026-${10_000 + number}`,
      descriptions: [{ lang: 'en', value: 'generated' }],
      configurations: [
        {
          nodes: [
            {
              operator: 'OR',
              cpeMatch: [
                {
                  vulnerable: true,
                  criteria: `${product}:*`,
                  versionEndExcluding: `${number % 40}.${number % 7}`,
                },
              ],
            },
          ],
        },
      ],
    },
  })
  const all = products.flatMap((product, index) =>
    Array.from({ length: CVES }, (_, at) => entry(product, index * CVES + at)),
  )
  if (all.length === 0) return console.log('no record has a CPE name: vulnerabilities are not measured')
  const path = join(folder, 'nvd.json')
  writeFileSync(path, JSON.stringify({ timestamp: '2026-11-20T00:00:00.000', vulnerabilities: all }))
  await addLists(join(folder, 'lists.sqlite'), [path], NOW)
  console.log(`${names.length} CPE names of ${products.length} products, ${all.length} CVEs`)
}

async function facets(): Promise<void> {
  const use = createAggregate(context)
  for (const text of ['port!=""', 'country="DE"', 'title="login"'])
    for (const names of [['product'], ['cpe'], ['cve'], ['product', 'cve', 'kev', 'cve.exploited']]) {
      const asked = { fields: names.map(fieldNamed), size: 10, regions: false }
      await timed(`facets ${names.join(', ')} of ${text}`, repeat, () =>
        use.facets(account, { text, full: true }, asked),
      )
    }
}

const NEW_RULE = {
  ...{ product: 'Portal of the benchmark', when: 'title="login" && body="powered by"' },
  match: [{ title: 'login', body: 'powered by' }],
  miss: [{ title: 'login' }],
}

/** One rule more than the import had. */
async function recogniseAgain(): Promise<void> {
  const recognise = createRecognise([...readLibrary(), ...readRules('own/bench', JSON.stringify(NEW_RULE))])
  const state = await openState({ file: values.state })
  const presence = new Presence(state)
  const jobs = createJobs({ state, presence, now: Date.now, onError: console.error })
  const derivations = createDerivations({
    ...{ jobs, store, kind: 'derive', expiry: 1e9, postponed: createPostponed(state, 'derive') },
    ...{ locator: async () => NO_LOCATOR, recognise: () => recognise },
  })
  const [started, before] = [performance.now(), process.cpuUsage()]
  const report = (result: unknown): void => {
    const seconds = (performance.now() - started) / 1000
    const processor = (used(process.cpuUsage(before)) / 1000).toFixed(0)
    const memory = Math.round(process.resourceUsage().maxRSS / 1024)
    const found = JSON.stringify(result)
    console.log(`rules: ${seconds.toFixed(0)} s, ${processor} s of processor time, ${memory} MiB, ${found}`)
  }
  const { id } = await derivations.submit({ derivations: ['recognition'], rate: 1_000_000 })
  const current = async () => (await derivations.list()).find((one) => one.id === id)
  process.once('SIGTERM', () => {
    void current().then((job) => {
      report(job?.checkpoint)
      process.exit(1)
    })
  })
  while ((await current())?.endedAt === undefined) await new Promise((resolve) => setTimeout(resolve, 200))
  report((await current())?.result)
  await jobs.close()
  await presence.close()
  await state.close()
}

try {
  console.log(`${(await records.info()).records} records`)
  if (values.rules) await recogniseAgain()
  else {
    await pivots()
    await vulnerabilities()
    await facets()
  }
} finally {
  await records.close()
  rmSync(folder, { recursive: true, force: true })
}
