// From submission to success with every feed of a directory loaded into a real server:
//   node bench/tag-service.ts FEEDS [--lines 10000] [--runs 3]
// Feeds that only a declared kind can read, or that are none, are skipped and counted.
import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { FeedManager } from '../src/service/feed/index.ts'
import { firstAccount, Processes } from '../test/support/serve.ts'
import { mixedAddresses, submitList, waitForEnd } from '../test/support/tagging.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { lines: { type: 'string', default: '10000' }, runs: { type: 'string', default: '3' } },
})
const source = resolve(positionals[0] ?? '.')
const processes = new Processes()
const data = processes.newData()
const connector = () => Promise.reject(new Error('nothing is fetched here'))
const feeds = new FeedManager({
  directory: join(data, 'feeds'),
  connector,
  sizeLimit: 2 ** 30,
  timeLimit: 1000,
})
let records = 0
let passed = 0
for (const [index, path] of readdirSync(source, { recursive: true, encoding: 'utf8' }).entries()) {
  const file = join(source, path)
  if (!statSync(file).isFile()) continue
  try {
    const row = await feeds.add({
      name: `feed-${index}`,
      content: { from: 'file', path: file },
      tags: ['list:bench'],
    })
    records += row.active.records
  } catch {
    passed++
  }
}
const all = await feeds.list()
console.log(JSON.stringify({ feeds: all.length, records, passed }))
const environment = { PERIPLUS_TAG_DAILY_LIMIT: '10000000' }
const list = mixedAddresses(Number(values.lines)).join('\n')

async function measure(url: string, run: string): Promise<void> {
  const begin = performance.now()
  const { task_id: id = 0 } = await submitList(url, firstAccount(data), list)
  const end = await waitForEnd(url, firstAccount(data), id)
  const milliseconds = Math.round(performance.now() - begin)
  console.log(JSON.stringify({ run, state: end.state, milliseconds }))
}

/** The slowest answer to a probe until `ended` is settled, in milliseconds: how long the program was busy with something else. */
async function slowestProbe(url: string, ended: Promise<unknown>): Promise<number> {
  let slowest = 0
  let over = false
  void ended.finally(() => {
    over = true
  })
  while (!over) {
    const begin = performance.now()
    await (await fetch(`${url}/healthz`)).text()
    slowest = Math.max(slowest, performance.now() - begin)
    await sleep(5)
  }
  return Math.round(slowest)
}

for (const start of ['first start: the feeds are read', 'second start: the compiled file is loaded']) {
  const server = await processes.serve(data, ['--no-demo'], environment)
  const first = measure(server.url, `${start}; submitted at once`)
  console.log(JSON.stringify({ slowestProbe: await slowestProbe(server.url, first) }))
  await first
  for (let run = 1; run <= Number(values.runs); run++) await measure(server.url, `again ${run}`)
  server.child.kill('SIGTERM')
  await server.ended
}
await processes.clean()
