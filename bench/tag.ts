// IP tagging without a store: loading of feeds, the look-up itself, and a file of 10 000 lines.
// node bench/tag.ts FOLDER   (every file below the folder is taken for a feed)
import { buildSources, tagOne } from '../test/support/tag.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openLocator } from '../src/enrich/index.ts'
import {
  type Entry,
  readFeed,
  resultHeader,
  type SourceInput,
  type TagContext,
  tagLines,
  writeResult,
} from '../src/tag/index.ts'
import { buildRangeTable, findFour, type RangeList } from '../src/tag/range/index.ts'
import { printAddress } from '../src/util/index.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: node bench/tag.ts FOLDER')

const now = Math.floor(Date.now() / 1000)
const inputs: SourceInput[] = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
  .filter((file) => file.isFile())
  .map((file, index) => ({
    name: `${file.name.toLowerCase().replace(/(\.gz)$|[^a-z0-9]+/g, '-')}-${index}`,
    kind: 'auto',
    bytes: readFileSync(join(file.parentPath, file.name)),
    retrievedAt: now,
  }))

function report(what: string, value: number, unit: string): void {
  console.log(`${what.padEnd(52)} ${value.toFixed(value < 100 ? 2 : 0).padStart(12)} ${unit}`)
}

/** Runs the work and reports wall clock and processor time, which differ on a machine that has other things to do. */
async function time<Value>(what: string, work: () => Value | Promise<Value>): Promise<Value> {
  const began = performance.now()
  const cpu = process.cpuUsage()
  const value = await work()
  const { user, system } = process.cpuUsage(cpu)
  report(what, performance.now() - began, `ms  (${((user + system) / 1000).toFixed(0)} ms of processor)`)
  return value
}

let seed = 7
const random = (): number => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
  return seed
}
const four = (): string => [24, 16, 8, 0].map((shift) => (random() >>> shift) & 255).join('.')

/** A file as people have it: mostly addresses of servers, some IPv6, duplicates and mistakes. */
function mixedLines(count: number): { line: number; text: string }[] {
  return Array.from({ length: count }, (_, index) => {
    const kind = index % 20
    const text =
      kind === 0
        ? printAddress({ version: 6, value: (0x2a00n << 112n) | (BigInt(random()) << 80n) | 1n })
        : kind === 1
          ? 'not.an.address'
          : kind === 2
            ? '8.8.8.8'
            : four()
    return { line: index + 1, text }
  })
}

const set = await time('all feeds read and tables built', () => buildSources(inputs))
report('ranges', set.ranges, '')
report('sources', set.sources.length, '')
report('refused', set.failures.length, '')
report('memory of the tables', set.bytes / 1e6, 'MB')

const lists: RangeList[] = inputs.flatMap(({ bytes, name }) => {
  const read = readFeed('auto', bytes, { name })
  return read.ok ? [read.feed.ranges] : []
})
const table = buildRangeTable(lists)
const probes = Uint32Array.from({ length: 1_000_000 }, random)
const lookUp = (): number => {
  let found = 0
  for (const probe of probes) {
    for (let block = findFour(table.four, probe); block >= 0; block = table.four.parents[block] ?? -1) found++
  }
  return found
}
lookUp()
const found = await time('1 000 000 random IPv4 addresses, every range of each', lookUp)
report('ranges found per address', found / probes.length, '')

const locator = openLocator()
const context: TagContext = { sources: set, now, locate: (ip) => locator.locate(ip) }
await tagOne('9.9.9.9', context)
await tagOne('2a00::1', context)
for (let round = 1; round <= 3; round++) {
  const entries = await time(`10 000 mixed lines tagged, round ${round}`, async () => {
    const all: Entry[] = []
    for await (const entry of tagLines(mixedLines(10_000), context)) all.push(entry)
    return all
  })
  await time('  written as JSON', () => {
    let length = 0
    for (const piece of writeResult('json', { ...resultHeader(1, entries, context), results: entries }))
      length += piece.length
    return length
  })
}
