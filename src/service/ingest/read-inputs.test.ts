// Threads that enrich beside the reading one change nothing but the time it takes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type FoundFile, ReadProgress } from '../../importer/index.ts'
import { MANY_OBSERVATIONS } from './enrich-queue.ts'
import { readInputs } from './read-inputs.ts'
import type { ReadRequest } from './read-request.ts'

const root = mkdtempSync(join(tmpdir(), 'periplus-read-inputs-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function file(name: string, lines: readonly string[]): FoundFile {
  const path = join(root, name)
  const text = `${lines.join('\n')}\n`
  writeFileSync(path, text)
  return { path, size: text.length, modified: 0, given: true }
}

/** A record, a later observation of one before, a line that is rejected, one without a port, or an excluded one. */
function lineOf(number: number): string {
  const ip = `198.18.${Math.floor(number / 250)}.${number % 250}`
  if (number % 97 === 3) return 'no record'
  if (number % 101 === 4) return JSON.stringify({ ip, title: 'no port' })
  if (number % 103 === 5) return JSON.stringify({ ip: '203.0.113.9', port: 1 + number })
  const again = number % 7 === 0 ? '198.18.0.1' : ip
  return JSON.stringify({
    ...{ ip: again, port: 443, title: `Title ${number}`, body: `<h1>${'word '.repeat(number % 50)}</h1>` },
    lastupdatetime: new Date(Date.UTC(2026, 0, 1, 0, 0, number)).toISOString(),
  })
}

const numbers = (first: number, count: number) => Array.from({ length: count }, (_, at) => lineOf(first + at))

function requestOf(files: readonly FoundFile[], enrichingThreads: number): ReadRequest {
  const open = { format: undefined, port: undefined, fields: undefined, time: 0, hiddenFolder: undefined }
  const batch = { records: 700, bytes: 1 << 20, age: 60_000, mostAge: 60_000 }
  return {
    ...{ ...open, batch, files, enrichingThreads, lineLimit: undefined, limits: undefined },
    ...{ bodyLimit: 1 << 20, importId: 'a', databases: {}, keepPersonal: false },
    ...{ now: Date.UTC(2026, 0, 2), resume: [], faults: [] },
    exclusions: [{ kind: 'network', value: '203.0.113.0/24' }],
  }
}

/** Everything that reading passed on. */
async function read(request: ReadRequest) {
  const result = {
    records: [] as string[],
    rejects: '',
    excluded: 0,
    /** The last mark of each input. */
    marks: new Map<string, { readonly readings: number; readonly done: boolean }>(),
    observations: 0,
    largest: 0,
  }
  await readInputs(request, {
    send: async (batch) => {
      result.records.push(...[...batch.records].map((asset) => JSON.stringify(asset)))
      result.rejects += Buffer.from(batch.rejects).toString()
      for (const { count } of batch.excluded) result.excluded += count
      for (const { observations } of Object.values(batch.counts)) result.observations += observations
      for (const { name, readings, done } of batch.marks) result.marks.set(name, { readings, done })
      result.largest = Math.max(result.largest, batch.records.records)
    },
    ...{ onFile: () => undefined, onInput: () => undefined, onStep: () => undefined },
    ...{ onPause: () => undefined, progress: new ReadProgress([]) },
  })
  return result
}

describe('an import that several threads enrich', { timeout: 60_000 }, () => {
  const count = 4 * MANY_OBSERVATIONS
  const inputs = () => [
    file('a.ndjson', numbers(0, count)),
    ...[1, 2, 3, 4].map((at) => file(`b${at}.ndjson`, numbers(count + 300 * at, 300))),
    file('c.ndjson', numbers(2 * count, 1000)),
  ]

  it('gives the same records, rejects and marks in the same order', async () => {
    const files = inputs()
    const alone = await read(requestOf(files, 0))
    const together = await read(requestOf(files, 2))
    expect(alone.records.length).toBeGreaterThan(9000)
    expect(together.records).toEqual(alone.records)
    expect(together.rejects).toBe(alone.rejects)
    expect(together.excluded).toBe(alone.excluded)
    expect(together.observations).toBe(alone.records.length)
    expect(together.marks).toEqual(alone.marks)
    expect(together.largest).toBeLessThan(1000)
  })

  it('continues behind what an earlier run made durable', async () => {
    const files = inputs()
    const alone = await read(requestOf(files, 0))
    const [name = ''] = alone.marks.keys()
    const resume = [{ name, readings: 3000, done: false }]
    const rest = await read({ ...requestOf(files, 2), resume })
    expect(rest.marks).toEqual(alone.marks)
    const first = await read({ ...requestOf(files.slice(0, 1), 0), faults: [fault(name, 3000)] })
    expect([...first.records, ...rest.records]).toEqual(alone.records)
  })
})

/** Reading fails after a number of readings. */
function fault(input: string, readings: number) {
  return { input, step: 'read', readings, reason: 'a fault' } as const
}
