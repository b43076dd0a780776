// Random and damaged inputs for everything that reads bytes of strangers: importers, feed readers, the query language.
//   node bench/fuzz.ts [--each 20000] [--queries 1000000] [--seed N] [--only importer|feed|query] [--json]
// Inputs are made from the samples beside the readers: bytes are flipped, cut, repeated and inserted. Prints for each reader how many were
// read and the slowest. Exit code 1 when a reader threw, took a second or more, or memory grew by 256 MiB. Routes are fuzzed by
// `test/integration/api-fuzz.test.ts`.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isAppError } from '../src/error/index.ts'
import { IMPORTERS } from '../src/importer/index.ts'
import { parseQuery, printQuery, readQuery } from '../src/query/index.ts'
import { readFeed } from '../src/tag/feed/read-feed.ts'
import { memoryInput, readAll } from '../test/support/importer.ts'
import { damaged, type Random, randomOf, randomQuery } from './support/damage.ts'

const { values } = parseArgs({
  options: {
    each: { type: 'string', default: '20000' },
    queries: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})
const source = resolve(import.meta.dirname, '../src')
const SLOW = 1000
const GROWTH = 256 * 1024 * 1024
/** Larger samples are cut: damage shows in the first bytes as well. */
const LONGEST = 32 * 1024

interface Row {
  readonly reader: string
  readonly inputs: number
  readonly failures: number
  /** Milliseconds. */
  readonly slowest: number
  /** What the first failure said. */
  readonly first: string
}

/** Runs a reader over many inputs. */
async function fuzz(
  reader: string,
  inputs: number,
  run: (random: Random) => Promise<void> | void,
): Promise<Row> {
  const random = randomOf(Number(values.seed))
  let [failures, slowest, first] = [0, 0, '']
  for (let count = 0; count < inputs; count++) {
    const start = performance.now()
    try {
      await run(random)
    } catch (error) {
      failures++
      first ||= error instanceof Error ? (error.stack ?? error.message).slice(0, 400) : String(error)
    }
    slowest = Math.max(slowest, performance.now() - start)
  }
  return { reader, inputs, failures, slowest: Math.round(slowest), first }
}

const hasSample = ({ name }: { readonly name: string }): boolean =>
  existsSync(join(source, 'importer', name, 'sample'))

function samplesIn(folder: string): readonly Buffer[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return files
    .filter(({ name }) => name !== 'expected.json')
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name)).subarray(0, LONGEST))
}

const each = Number(values.each)
const wanted = (kind: string): boolean => values.only === undefined || values.only === kind

async function* rows(): AsyncGenerator<Row> {
  for (const importer of wanted('importer') ? IMPORTERS.filter(hasSample) : []) {
    const samples = samplesIn(join(source, 'importer', importer.name, 'sample'))
    yield await fuzz(`importer ${importer.name}`, each, async (random) => {
      const bytes = damaged(random.pick(samples), random)
      await readAll(importer, memoryInput('input', bytes)).catch((error: unknown) => {
        if (!isAppError(error)) throw error
      })
    })
  }
  if (wanted('feed')) {
    const samples = samplesIn(join(source, 'tag/feed/sample'))
    yield await fuzz('feed', each, (random) => void readFeed('auto', damaged(random.pick(samples), random)))
  }
  if (wanted('query'))
    yield await fuzz('query', Number(values.queries), (random) => readAndPrint(randomQuery(random)))
}

/** A query that is read prints as a query that means the same. */
function readAndPrint(text: string): void {
  try {
    readQuery(text)
  } catch (error) {
    if (isAppError(error)) return
    throw error
  }
  const printed = printQuery(parseQuery(text).root)
  if (printQuery(parseQuery(printed).root) !== printed) throw new Error(`prints differently: ${text}`)
}

const before = process.memoryUsage.rss()
const found: Row[] = []
for await (const row of rows()) {
  found.push(row)
  if (!values.json)
    console.log(`${row.reader}: ${row.inputs} inputs, ${row.failures} failures, slowest ${row.slowest} ms`)
  if (row.first !== '') console.error(row.first)
}
const grown = process.memoryUsage.rss() - before
if (values.json) console.log(JSON.stringify({ rows: found, grown }))
else console.log(`memory grew by ${Math.round(grown / 1024 / 1024)} MiB`)
const isFine = found.every(({ failures, slowest }) => failures === 0 && slowest < SLOW) && grown < GROWTH
process.exitCode = isFine ? 0 : 1
