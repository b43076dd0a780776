// Long runs of one character in files that real tools wrote, as they are, compressed and inside archives: whatever the file is, finding
// its format and reading it takes linear time. At quadratic cost a run of this length takes minutes.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { constants, gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { findFiles, planInputs } from '../../src/importer/index.ts'
import { tarOf, zipOf } from '../support/archive.ts'
import { enrichReading, MOST_SECONDS, positionsOf, runOf, withRun } from '../support/hostile-run.ts'
import { inShortOrLong } from '../support/long.ts'
import { sharedData } from '../support/shared.ts'

const LENGTH = 300_000
const RUNS = [
  'a',
  ' ',
  '\r',
  '\n',
  '<',
  '"',
  "'",
  '\\',
  '[',
  '{',
  '&',
  '=',
  ':',
  ',',
  '\0',
  'é',
  '0',
  '/',
  '.',
  '-',
  '#',
  ';',
  '(',
  '|',
  '@',
]
/** Bytes of a sample that are read. */
const MOST_BYTES = 500_000
/** Not files that an import reads. */
const OTHERS: ReadonlySet<string> = new Set(['feeds', 'queries', 'rules', 'banners-recog'])

const root = sharedData('')
const folders =
  root === undefined ? [] : readdirSync(root).filter((name) => !OTHERS.has(name) && !name.includes('.'))
const scratch = mkdtempSync(join(tmpdir(), 'periplus-hostile-samples-'))
afterAll(() => rmSync(scratch, { recursive: true }))

/** Some samples are cut off, and some are damaged: what there is of them counts. */
const CUT = { finishFlush: constants.Z_SYNC_FLUSH }

/** A sample as its tool wrote it. */
function sampleOf(path: string): { readonly name: string; readonly bytes: Buffer } {
  const name = basename(path)
  const bytes = readFileSync(path)
  if (name.endsWith('.gz')) return { name: name.slice(0, -3), bytes: gunzipSync(bytes, CUT) }
  if (name.endsWith('.zst')) return { name: name.slice(0, -4), bytes: zstdDecompressSync(bytes) }
  return { name, bytes }
}

type Wrapping = (name: string, bytes: Buffer) => Promise<readonly [string, Uint8Array]>
const BZIP2 = '/usr/bin/bzip2'
const plain: Wrapping = async (name, bytes) => [name, bytes]
const bzip2: Wrapping = async (name, bytes) => [
  `${name}.bz2`,
  execFileSync(BZIP2, { input: bytes, maxBuffer: 64 * 1024 * 1024 }),
]
const WRAPPINGS: readonly Wrapping[] = [
  plain,
  async (name, bytes) => [`${name}.gz`, gzipSync(bytes)],
  async (name, bytes) => [`${name}.zst`, zstdCompressSync(bytes)],
  async (name, bytes) => ['all.tar', await tarOf({ [name]: bytes })],
  async (name, bytes) => ['all.zip', await zipOf({ [name]: bytes })],
  ...(existsSync(BZIP2) ? [bzip2] : []),
]

/** The processor time of reading a file, in seconds. */
async function secondsOf(name: string, bytes: Uint8Array): Promise<number> {
  const path = join(scratch, name)
  writeFileSync(path, bytes)
  const before = process.cpuUsage()
  const plans = planInputs(await findFiles([path], []), { port: 80, fields: undefined, now: 0 })
  for await (const planned of plans)
    if (!('refused' in planned))
      for await (const reading of planned.importer.read(planned.input, planned.options))
        enrichReading(reading)
  const { user, system } = process.cpuUsage(before)
  rmSync(path)
  return (user + system) / 1e6
}

describe.skipIf(root === undefined)('a run of 300 000 equal characters (needs the real scan files)', () => {
  it.each(folders)('in files of %s takes linear time', { timeout: 480_000 }, async (folder) => {
    let turn = folders.indexOf(folder)
    const paths = readdirSync(join(root ?? '', folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
    for (const path of paths.filter((_, index) => index % inShortOrLong(20, 1) === 0)) {
      const { name, bytes: all } = sampleOf(path)
      const bytes = /\.(zip|wacz|sqlite|xlsx|lz4|tar)$/.test(name) ? all : all.subarray(0, MOST_BYTES)
      const alone = await secondsOf(name, bytes)
      const positions = positionsOf(bytes)
      for (let count = inShortOrLong(1, 6); count > 0; count--) {
        const piece = RUNS[turn % RUNS.length] ?? ''
        const at = positions[turn % positions.length] ?? 0
        const hostile = withRun(bytes, at, runOf(piece, LENGTH))
        const wrap = WRAPPINGS[turn % WRAPPINGS.length] ?? plain
        const seconds = (await secondsOf(...(await wrap(name, hostile)))) - alone
        expect(seconds, `${path}, ${JSON.stringify(piece)} at ${at}, turn ${turn}`).toBeLessThan(MOST_SECONDS)
        turn += 5
      }
    }
  })
})
