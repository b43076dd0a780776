// Long runs of one character at places of every importer's samples: the work grows with the length and not with its square. At
// quadratic cost a run of this length takes 10 s or more. The short run tries each character on a fifth of an importer's samples, at least on one;
// HOSTILE_PLACES=20 tries more places.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { enrichReading, MOST_SECONDS, positionsOf, runOf, withRun } from '../../test/support/hostile-run.ts'
import { memoryInput, NO_OPTIONS, readAll } from '../../test/support/importer.ts'
import { LONG } from '../../test/support/long.ts'
import { complaints } from '../../test/support/reading.ts'
import { detectFormat, makeSample } from './detect.ts'
import type { Importer, Input, ReadOptions } from './importer.ts'
import { IMPORTERS, REFUSALS } from './registry.ts'

const LENGTH = 150_000
const RUNS = ['a', ' ', '\r', '\n', '<', '"', "'", '&', '[', '{', '\\', '\0', 'é', '%', '0'].map((piece) =>
  runOf(piece, LENGTH),
)
const PLACES = Number(process.env['HOSTILE_PLACES'] ?? 1)
interface Sample {
  readonly importer: Importer
  readonly folder: string
  readonly file: string
  readonly options: ReadOptions
}

function samplesOf(importer: Importer): Sample[] {
  const folder = fileURLToPath(new URL(`${importer.name}/sample/`, import.meta.url))
  const stated = join(folder, 'options.json')
  const options = (existsSync(stated) ? JSON.parse(readFileSync(stated, 'utf8')) : {}) as Record<
    string,
    object
  >
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !['expected.json', 'options.json'].includes(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => importer.anchor === undefined || file.endsWith(importer.anchor))
    .map((file) => ({ importer, folder, file, options: { ...NO_OPTIONS, ...options[file] } }))
}

async function work({ importer, folder, file, options }: Sample, at: number, run: Buffer): Promise<number> {
  const bytes = withRun(readFileSync(join(folder, file)), at, run)
  const beside = async (path: string): Promise<Uint8Array | undefined> => {
    const other = join(folder, file, '..', path)
    return existsSync(other) ? withRun(readFileSync(other), at, run) : undefined
  }
  const input: Input = { ...memoryInput(file, bytes), beside }
  const before = process.cpuUsage()
  detectFormat(makeSample(file, bytes, true), IMPORTERS, REFUSALS)
  const readings = await readAll(importer, input, options)
  for (const reading of readings) enrichReading(reading)
  const { user, system } = process.cpuUsage(before)
  expect(complaints(readings.slice(0, 100))).toEqual([])
  return (user + system) / 1e6
}

describe.each(IMPORTERS.map((importer) => [importer.name, importer] as const))('%s', (_, importer) => {
  it('reads a run of 150 000 equal bytes at any place in linear time', { timeout: 300_000 }, async () => {
    let turn = 0
    const samples = samplesOf(importer)
    const apart = LONG ? 1 : Math.min(5, samples.length)
    for (const [place, sample] of samples.entries()) {
      const positions = positionsOf(readFileSync(join(sample.folder, sample.file)))
      for (const run of RUNS.filter((_, number) => (number + place) % apart === 0))
        for (let index = 0; index < Math.min(PLACES, positions.length); index++) {
          const at = positions[turn++ % positions.length] ?? 0
          const seconds = await work(sample, at, run)
          expect(seconds, `${sample.file} at ${at}, ${run.toString('utf8', 0, 2)}`).toBeLessThan(MOST_SECONDS)
        }
    }
  })
})
