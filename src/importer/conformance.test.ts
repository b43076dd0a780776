// What every importer must do, run over the samples beside each one. `UPDATE_GOLDEN=1` rewrites the expected readings.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { memoryInput, NO_OPTIONS, plain, readAll } from '../../test/support/importer.ts'
import { inShortOrLong } from '../../test/support/long.ts'
import { complaints } from '../../test/support/reading.ts'
import { detectFormat, makeSample } from './detect.ts'
import type { Importer, Input, ReadOptions } from './importer.ts'
import { IMPORTERS, REFUSALS } from './registry.ts'

const UPDATE = process.env['UPDATE_GOLDEN'] === '1'
const BESIDE = new Set(['expected.json', 'options.json'])

interface Case {
  readonly importer: Importer
  readonly folder: string
  readonly file: string
  readonly bytes: Uint8Array
  readonly options: ReadOptions
}

function folderOf(importer: Importer): string {
  return fileURLToPath(new URL(`${importer.name}/sample/`, import.meta.url))
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !BESIDE.has(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

function json(path: string): Record<string, unknown> {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>) : {}
}

function casesOf(importer: Importer): Case[] {
  const folder = folderOf(importer)
  const options = json(join(folder, 'options.json'))
  return filesBelow(folder)
    .filter((file) => importer.anchor === undefined || file.endsWith(importer.anchor))
    .map((file) => ({
      importer,
      folder,
      file,
      bytes: readFileSync(join(folder, file)),
      options: { ...NO_OPTIONS, ...(options[file] as Partial<ReadOptions> | undefined) },
    }))
}

function inputOf(sample: Case, bytes = sample.bytes, chunk?: number): Input {
  const beside = async (path: string): Promise<Uint8Array | undefined> => {
    const file = join(sample.folder, sample.file, '..', path)
    return existsSync(file) ? readFileSync(file) : undefined
  }
  return { ...memoryInput(sample.file, bytes, chunk), beside }
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Bytes that something still refers to. */
function heldBytes(): number {
  collectGarbage()
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return arrayBuffers + heapUsed
}

/** Bytes that are held beyond `before`, looked at again while they are too many: chunks are let go of a little after they were read. */
async function heldBeyond(before: number): Promise<number> {
  let least = heldBytes() - before
  for (let look = 0; look < 5 && least >= MOST_HELD; look++) {
    await setTimeout(5)
    least = Math.min(least, heldBytes() - before)
  }
  return least
}

/** Web archives hold a block of up to 32 MiB. */
const MOST_HELD = 48 * 1024 * 1024

const read = async (sample: Case, bytes?: Uint8Array, chunk?: number): Promise<unknown> =>
  plain(await readAll(sample.importer, inputOf(sample, bytes, chunk), sample.options))

async function mustStayCalm(sample: Case, bytes: Uint8Array): Promise<void> {
  const readings = await readAll(sample.importer, inputOf(sample, bytes), sample.options)
  const wrong = complaints(readings)
  expect(wrong).toEqual([])
}

/** A generator of pseudo-random numbers below `bound`, the same on every run. */
function random(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
}

const CASES = IMPORTERS.flatMap(casesOf)

/** 16 KiB of the same over and over, on which careless patterns and parsers take a time that grows with the square, or worse. */
const HOSTILE = [
  ...[
    '<!-- -->',
    '<!--',
    '<a ',
    '<a b="',
    '</',
    '&#',
    '/* */',
    '/*',
    '-- \n',
    '# ',
    '{',
    '[',
    '{"a":',
    '[[',
    '"',
    '\\',
    '\\x',
    "'",
  ],
  ...[
    ' ',
    '\t',
    '\n',
    '\r',
    '\r\n',
    ',',
    ', ',
    'a,',
    '1.',
    '1.1.1.1\n',
    ':',
    '::',
    'a.',
    '-',
    '=',
    '%r(',
    '(',
    ')',
    '0',
    'a ',
  ],
  ...[
    'Host: ',
    'open tcp ',
    'HTTP/1.1 200',
    'WARC/1.0\r\n',
    'http://',
    '\x1b[',
    '\0',
    '\u0080',
    '\ufeff',
    '<host>',
    '{"ip":"1.1.1.1"}\n',
  ],
].map((piece) => ({ piece, bytes: Buffer.from(piece.repeat(Math.ceil(16384 / piece.length))) }))

/** Processor time since then: other work on the machine does not count. */
function milliseconds(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

describe('detection', () => {
  it('takes no time to speak of, whatever it is shown', () => {
    for (const { piece, bytes } of HOSTILE)
      for (const format of [...IMPORTERS, ...REFUSALS]) {
        const before = process.cpuUsage()
        expect(format.detect(makeSample('x', bytes, false))).toBeLessThanOrEqual(1)
        expect(milliseconds(before), `${format.name} on ${JSON.stringify(piece)}`).toBeLessThan(500)
      }
  })
})

describe.each(IMPORTERS.map((importer) => [importer.name, importer] as const))('%s', (_, importer) => {
  const cases = CASES.filter((sample) => sample.importer === importer)

  it('has at least one sample', () => expect(cases.length).toBeGreaterThan(0))

  it('yields the expected readings', async () => {
    const found: Record<string, unknown> = {}
    for (const sample of cases) found[sample.file] = await read(sample)
    const file = join(folderOf(importer), 'expected.json')
    if (UPDATE) writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`)
    expect(found).toEqual(json(file))
  })

  it('yields only readings that are well formed', async () => {
    for (const sample of cases) await mustStayCalm(sample, sample.bytes)
  })

  it('recognises its samples and nobody else does so as surely', () => {
    // Addresses alone are ZMap's where a port is stated.
    const refusals = REFUSALS.filter(({ withoutPort }) => withoutPort !== true)
    for (const sample of cases) {
      const detection = detectFormat(makeSample(sample.file, sample.bytes, true), IMPORTERS, refusals)
      expect(detection, sample.file).toMatchObject({ kind: 'importer', importer: { name: importer.name } })
      const own = importer.detect(makeSample(sample.file, sample.bytes, true))
      const rivals = [...IMPORTERS, ...refusals].filter(
        (other) => other !== importer && other.detect(makeSample(sample.file, sample.bytes, true)) >= own,
      )
      expect(
        rivals.map((rival) => rival.name),
        sample.file,
      ).toEqual([])
    }
  })

  it('reads the same whatever the size of the chunks', async () => {
    for (const sample of cases) {
      const whole = await read(sample)
      for (const chunk of [1, 7, 1000])
        expect(await read(sample, sample.bytes, chunk), sample.file).toEqual(whole)
    }
  })

  it('survives a cut anywhere', async () => {
    for (const sample of cases) {
      const step = Math.max(1, Math.floor(sample.bytes.length / inShortOrLong(25, 150)))
      for (let end = 0; end < sample.bytes.length; end += step)
        await mustStayCalm(sample, sample.bytes.subarray(0, end))
    }
  })

  it('survives changed, lost and doubled bytes', async () => {
    const below = random(42)
    for (const sample of cases)
      for (let run = 0; run < inShortOrLong(10, 60); run++)
        await mustStayCalm(sample, mutated(sample.bytes, below))
  })

  it('survives garbage', async () => {
    const below = random(7)
    const [sample] = cases
    if (sample === undefined) return
    for (let run = 0; run < inShortOrLong(8, 40); run++) {
      const garbage = Uint8Array.from({ length: below(3000) }, () => below(256))
      await mustStayCalm(sample, garbage)
    }
  })

  it('reads the same over and over in no time to speak of', async () => {
    const [sample] = cases
    if (sample === undefined) return
    for (const { piece, bytes } of HOSTILE) {
      const before = process.cpuUsage()
      const half = bytes.subarray(0, bytes.length / 2)
      await mustStayCalm(sample, half)
      await mustStayCalm(sample, Buffer.concat([sample.bytes.subarray(0, sample.bytes.length / 2), half]))
      expect(milliseconds(before), JSON.stringify(piece)).toBeLessThan(2000)
    }
  })

  it('turns an endless line into rejects without holding it', async () => {
    const [sample] = cases
    if (sample === undefined) return
    const before = heldBytes()
    let most = 0
    async function* endless(): AsyncGenerator<Uint8Array> {
      const half = sample?.bytes.subarray(0, Math.floor(sample.bytes.length / 2)) ?? new Uint8Array()
      yield half
      for (let sent = 1; sent <= 64; sent++) {
        yield Buffer.alloc(1024 * 1024, 'a')
        if (sent % 32 === 0) most = Math.max(most, await heldBeyond(before))
      }
    }
    const input = { ...inputOf(sample), bytes: endless() }
    const readings = await readAll(importer, input, { ...sample.options, lineLimit: 1024 * 1024 })
    expect(complaints(readings)).toEqual([])
    expect(most).toBeLessThan(MOST_HELD)
  })
})

function mutated(bytes: Uint8Array, below: (bound: number) => number): Uint8Array {
  const copy = Buffer.from(bytes)
  const times = 1 + below(4)
  let result: Buffer = copy
  for (let time = 0; time < times && result.length > 1; time++) {
    const at = below(result.length)
    const length = 1 + below(40)
    const kind = below(4)
    if (kind === 0) result[at] = below(256)
    else if (kind === 1) result = Buffer.concat([result.subarray(0, at), result.subarray(at + length)])
    else if (kind === 2) result = Buffer.concat([result.subarray(0, at + length), result.subarray(at)])
    else result.fill('"\n{}<>[],\0'.charCodeAt(below(10)), at, Math.min(result.length, at + below(3)))
  }
  return result
}
