// Five million ranges in one list and in forty: time to read, look-ups a second, and the most memory the process ever had.
// node bench/ranges.ts [RANGES] [FEEDS]
import { readFeed } from '../src/tag/index.ts'
import { buildRangeTable, findFour, type RangeList } from '../src/tag/range/index.ts'

const [ranges = 5_000_000, feeds = 1] = process.argv.slice(2).map(Number)

let seed = 7
const random = (): number => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
  return seed
}

/** Four addresses in five lines, and a network of /20 to /29. */
function lineOf(index: number): string {
  const value = random()
  const address = [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.')
  return index % 5 === 0 ? `${address}/${20 + (index % 10)}\n` : `${address}\n`
}

function report(what: string, value: number, unit: string): void {
  console.log(`${what.padEnd(44)} ${value.toFixed(value < 100 ? 2 : 0).padStart(12)} ${unit}`)
}

function read(count: number): RangeList {
  const text = Array.from({ length: count }, (_, index) => lineOf(index)).join('')
  const found = readFeed('auto', new TextEncoder().encode(text), { name: 'many', tags: ['list:many'] })
  if (!found.ok) throw new Error(found.reason)
  return found.feed.ranges
}

const began = performance.now()
const lists = Array.from({ length: feeds }, () => read(Math.floor(ranges / feeds)))
report(`${ranges} ranges in ${feeds} lists written and read`, performance.now() - began, 'ms')
const built = performance.now()
const table = buildRangeTable(lists)
report('tables built', performance.now() - built, 'ms')

const probes = Uint32Array.from({ length: 3_000_000 }, random)
for (let round = 1; round <= 3; round++) {
  const start = performance.now()
  const cpu = process.cpuUsage()
  let found = 0
  for (const probe of probes)
    for (let block = findFour(table.four, probe); block >= 0; block = table.four.parents[block] ?? -1) found++
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const ofProcessor = `${Math.round(probes.length / ((user + system) / 1e6))} a second of processor`
  report(`look-ups a second, round ${round}`, probes.length / seconds, `(${ofProcessor}; ${found} found)`)
}
report('most memory of the process', process.resourceUsage().maxRSS / 1024, 'MiB')
