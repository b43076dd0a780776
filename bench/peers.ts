// Periplus beside other engines: the same records in each, the same classes of searches asked in turn, totals compared.
//   node bench/peers.ts [--records N] [--repeat N] [--only TEXT] [--without NAMES] [--settle SECONDS] [--write]
// PostgreSQL with pg_trgm where the Debian package is installed, SQLite FTS5 in this process, DuckDB where `@duckdb/node-api` can be
// loaded (bench/peers/duckdb.ts), OpenSearch where OPENSEARCH_URL names one. Ours is asked over HTTP with credentials, the others
// directly. A condition that every record meets and that is new each time keeps answers from being remembered. Prints a table;
// `--write` puts it with a picture into bench/README.md and adds a line of figures to bench/peers/record.jsonl.
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Processes } from '../test/support/serve.ts'
import { CLASSES, type SearchClass } from './peers/classes.ts'
import { openDuckDb } from './peers/duckdb.ts'
import { openOpenSearch } from './peers/opensearch.ts'
import type { OpenPeer, Peer } from './peers/peer.ts'
import { exportRecords, importRecords, openPeriplus } from './peers/periplus.ts'
import { openPostgres } from './peers/postgres.ts'
import { type Comparison, headOf, pictureOf, tableOf } from './peers/report.ts'
import { openSqlite } from './peers/sqlite.ts'
import { median } from './support/median.ts'

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '100000' },
    repeat: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    without: { type: 'string', default: '' },
    settle: { type: 'string', default: '20' },
    write: { type: 'boolean', default: false },
  },
})
const repeat = Number(values.repeat)
const without = values.without.split(',')
const classes = CLASSES.filter(({ name }) => name.includes(values.only))
/** One year before the time of the generated records is later than the oldest of them; all engines get the same limit. */
const YEAR = 365 * 24 * 3600
/** Milliseconds between the first searches and the measured ones. */
const WARM_UP_PAUSE = 10_000

const OPENERS: Readonly<Record<string, OpenPeer>> = {
  PostgreSQL: openPostgres,
  'SQLite FTS5': openSqlite,
  DuckDB: openDuckDb,
  OpenSearch: openOpenSearch,
}

interface Loaded {
  readonly peer: Peer
  readonly seconds: number
}

let unlike = 4_000_000_000

async function timed<Result>(work: () => Promise<Result>): Promise<readonly [Result, number]> {
  const started = performance.now()
  const result = await work()
  return [result, performance.now() - started]
}

async function openPeers(
  file: string,
  directory: string,
  skipped: Record<string, string>,
): Promise<readonly Loaded[]> {
  const loaded: Loaded[] = []
  for (const [name, open] of Object.entries(OPENERS)) {
    if (without.includes(name)) continue
    const [peer, milliseconds] = await timed(() => open(file, directory))
    if (typeof peer === 'string') skipped[name] = peer
    else loaded.push({ peer, seconds: milliseconds / 1000 })
    console.error(
      `${name}: ${typeof peer === 'string' ? peer : `loaded in ${(milliseconds / 1000).toFixed(1)} s`}`,
    )
  }
  return loaded
}

/** Asks each engine once. */
async function askEach(loaded: readonly Loaded[], one: SearchClass) {
  const since = Math.floor(Date.now() / 1000) - YEAR
  const answers = []
  for (const { peer } of loaded) {
    const question = { query: one.query, condition: one.condition, since, unlike: unlike++ }
    answers.push(await timed(() => peer.ask(question)))
  }
  return answers
}

/** Asks all engines in turn; the first round is not counted, and all must find the same. */
async function askAll(
  loaded: readonly Loaded[],
  one: SearchClass,
): Promise<{ readonly total: number; readonly times: readonly number[] }> {
  const times = loaded.map(() => [] as number[])
  const totals = new Set<string>()
  for (let round = 0; round <= repeat; round++)
    for (const [index, [answer, time]] of (await askEach(loaded, one)).entries())
      if (round > 0) times[index]?.push(time)
      else totals.add(`${answer.total} with ${answer.rows} rows`)
  if (totals.size > 1) console.error(`${one.name}: totals differ: ${[...totals].join(', ')}`)
  return { total: Number.parseInt([...totals][0] ?? '0', 10), times: times.map(median) }
}

/** Asks each engine everything once: what engines keep from earlier searches is there before times are taken. */
async function warmUp(loaded: readonly Loaded[]): Promise<void> {
  for (const one of classes) await askEach(loaded, one)
  await sleep(WARM_UP_PAUSE)
}

async function compare(
  loaded: readonly Loaded[],
  skipped: Readonly<Record<string, string>>,
): Promise<Comparison> {
  await warmUp(loaded)
  const before = loadavg()[0] ?? 0
  const totals: Record<string, number> = {}
  const figures = loaded.map(() => ({}) as Record<string, number>)
  for (const one of classes) {
    const { total, times } = await askAll(loaded, one)
    totals[one.name] = total
    for (const [index, time] of times.entries()) Object.assign(figures[index] ?? {}, { [one.name]: time })
  }
  const engines = await Promise.all(
    loaded.map(async ({ peer, seconds }, index) => {
      const times = figures[index] ?? {}
      const sum = Object.values(times).reduce((all, time) => all + time, 0)
      return { name: peer.name, loadSeconds: seconds, bytes: await peer.bytes(), classes: times, sum }
    }),
  )
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const load = [before, loadavg()[0] ?? 0] as const
  const about = { commit, date: new Date().toISOString(), records: Number(values.records), repeat }
  return { ...about, cores: availableParallelism(), load, totals, engines, skipped }
}

function write(comparison: Comparison): void {
  const readme = join(import.meta.dirname, 'README.md')
  const section = `<!-- peers: written by bench/peers.ts -->\n${headOf(comparison)}\n\n![bars](peers/peers.svg)\n\n${tableOf(comparison)}\n<!-- peers: end -->`
  const page = readFileSync(readme, 'utf8').replace(
    /<!-- peers: written[\s\S]*<!-- peers: end -->/,
    () => section,
  )
  writeFileSync(readme, page)
  writeFileSync(join(import.meta.dirname, 'peers/peers.svg'), pictureOf(comparison))
  appendFileSync(join(import.meta.dirname, 'peers/record.jsonl'), `${JSON.stringify(comparison)}\n`)
}

const directory = mkdtempSync(join(tmpdir(), 'periplus-peers-'))
const processes = new Processes()
try {
  const source = join(directory, 'records.ndjson')
  const shared = join(directory, 'shared.ndjson')
  const data = join(directory, 'data')
  const generate = ['--count', values.records, '--out', source, '--now', new Date().toISOString()]
  execFileSync(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    join(import.meta.dirname, 'generate.ts'),
    ...generate,
  ])
  const [, milliseconds] = await timed(() => importRecords(processes, data, source))
  rmSync(source)
  await exportRecords(processes, data, shared)
  const skipped: Record<string, string> = {}
  const peers = await openPeers(shared, directory, skipped)
  const ours = await openPeriplus(processes, data)
  // Merging goes on for a while after an import.
  await sleep(1000 * Number(values.settle))
  const loaded = [{ peer: ours, seconds: milliseconds / 1000 }, ...peers]
  const comparison = await compare(loaded, skipped)
  console.log(`${headOf(comparison)}\n\n${tableOf(comparison)}`)
  if (values.write) write(comparison)
  for (const { peer } of loaded) await peer.close()
} finally {
  await processes.clean()
  rmSync(directory, { recursive: true, force: true })
}
