// Random and damaged inputs for everything that reads bytes of strangers: importers, feed readers, routes, the query language.
//   node bench/fuzz.ts [--each 20000] [--queries 1000000] [--seed N] [--only importer|feed|route|query] [--reader TEXT] [--after ROUTE] [--json]
// Inputs are made from the samples beside the readers: bytes are flipped, cut, repeated and inserted. Routes come from the table of
// operations; --after goes on behind the one where a run was stopped. Prints for each reader how many inputs were read, the slowest, and the memory in use after a fifth of them and at the end.
// Exit code 1 when a reader threw, a route answered 500, an input took a second or more, or the memory in use grew by 32 MiB.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isAppError } from '../src/error/index.ts'
import { IMPORTERS } from '../src/importer/index.ts'
import { parseQuery, printQuery, readQuery } from '../src/query/index.ts'
import { feedKinds, readFeed } from '../src/tag/feed/read-feed.ts'
import { memoryInput, readAll } from '../test/support/importer.ts'
import { damaged, randomQuery } from './support/damage.ts'
import { type Found, fuzz } from './support/fuzz-run.ts'
import { fuzzRoutes } from './support/fuzz-routes.ts'

const { values } = parseArgs({
  options: {
    each: { type: 'string', default: '20000' },
    queries: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    reader: { type: 'string', default: '' },
    after: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
})
const source = resolve(import.meta.dirname, '../src')
const SLOW = 1000
const GROWTH = 32 * 1024 * 1024
/** Larger samples are cut: damage shows in the first bytes as well. */
const LONGEST = 32 * 1024

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
const seed = Number(values.seed)
const wanted = (kind: string): boolean => values.only === undefined || values.only === kind
const isNamed = (name: string): boolean => name.includes(values.reader)

async function* rows(): AsyncGenerator<Found> {
  for (const importer of wanted('importer')
    ? IMPORTERS.filter(hasSample).filter(({ name }) => isNamed(name))
    : []) {
    const samples = samplesIn(join(source, 'importer', importer.name, 'sample'))
    yield await fuzz(`importer ${importer.name}`, each, seed, async (random) => {
      const bytes = damaged(random.pick(samples), random)
      await readAll(importer, memoryInput('input', bytes)).catch((error: unknown) => {
        if (!isAppError(error)) throw error
      })
    })
  }
  if (wanted('feed')) {
    const samples = samplesIn(join(source, 'tag/feed/sample'))
    for (const kind of ['auto', ...feedKinds.map((row) => row.kind)].filter(isNamed))
      yield await fuzz(`feed ${kind}`, each, seed, (random) => {
        readFeed(kind, damaged(random.pick(samples), random))
      })
  }
  if (wanted('route')) yield* fuzzRoutes(each, seed, values)
  if (wanted('query'))
    yield await fuzz('query', Number(values.queries), seed, (random) => readAndPrint(randomQuery(random)))
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

const mebibytes = (bytes: number): number => Math.round(bytes / 1024 / 1024)
const before = process.memoryUsage.rss()
const found: Found[] = []
for await (const row of rows()) {
  found.push(row)
  const { reader, inputs, failures, slowest, live, first } = row
  const memory = live.map(mebibytes).join(' to ')
  if (!values.json)
    console.log(
      `${reader}: ${inputs} inputs, ${failures} failures, slowest ${slowest} ms, ${memory} MiB in use`,
    )
  if (first !== '') console.error(first)
}
const inputs = found.reduce((sum, row) => sum + row.inputs, 0)
const grown = process.memoryUsage.rss() - before
if (values.json) console.log(JSON.stringify({ rows: found, inputs, grown }))
else console.log(`${inputs} inputs; the process grew by ${mebibytes(grown)} MiB`)
const isFine = found.every(
  ({ failures, slowest, live: [early, late] }) => failures === 0 && slowest < SLOW && late - early < GROWTH,
)
process.exitCode = isFine ? 0 : 1
