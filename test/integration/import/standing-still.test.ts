// Inputs at which reading hangs or fails: the thread is ended, the input says why, and everything else becomes records.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { importFiles, type LiveImport } from '../../../src/service/ingest/index.ts'
import { tarOf } from '../../support/archive.ts'
import { memoryStore } from '../../support/memory-store.ts'

const root = mkdtempSync(join(tmpdir(), 'periplus-standing-still-'))
afterAll(() => rmSync(root, { recursive: true }))

const line = (octet: number, title = 'a page'): string =>
  `${JSON.stringify({ ip: `192.0.2.${octet}`, port: 80, title })}\n`
let folders = 0

function put(files: Readonly<Record<string, string | Uint8Array>>): readonly string[] {
  const folder = mkdtempSync(join(root, `${folders++}-`))
  return Object.entries(files).map(([name, content]) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  })
}

async function load(paths: readonly string[], more: Partial<Parameters<typeof importFiles>[1]> = {}) {
  const store = memoryStore([])
  const request = { paths, format: undefined, port: undefined, fields: undefined, time: undefined }
  const summary = await importFiles(request, {
    store,
    databases: {},
    bodyLimit: 100_000,
    checkpoints: join(root, 'marks'),
    rejectsPath: (id) => join(root, `${id}.ndjson`),
    stallTimeout: 2000,
    thread: new URL('../../support/failing-thread.ts', import.meta.url),
    ...more,
  })
  const rejects =
    summary.rejectsFile === undefined ? [] : readFileSync(summary.rejectsFile, 'utf8').trim().split('\n')
  return {
    summary,
    rejects: rejects.map((text) => JSON.parse(text) as { readonly line: number; readonly reason: string }),
  }
}

describe('an input at which reading hangs', { timeout: 60_000 }, () => {
  it('keeps the records before that place, and the import continues with the next input', async () => {
    const bad = line(2) + line(3, 'hang in reading') + line(4)
    const { summary, rejects } = await load(put({ a: line(1), b: bad, c: line(5) }))
    expect(summary).toMatchObject({ inputs: 3, observations: 3, added: 3, rejects: 1 })
    expect(rejects[0]?.reason).toContain('reading made no progress for 2 seconds after this position')
  })

  it('loses one record where it hangs in enrichment', async () => {
    const bad = line(2) + line(3, 'hang in enrichment') + line(4)
    const { summary, rejects } = await load(put({ a: line(1), b: bad, c: line(5) }))
    expect(summary).toMatchObject({ inputs: 3, observations: 4, added: 4, rejects: 1 })
    expect(rejects).toMatchObject([{ line: 2 }])
    expect(rejects[0]?.reason).toContain('at this record')
  })

  it('is refused where its format is looked for', async () => {
    const { summary } = await load(put({ a: line(1), b: line(2, 'hang in detection'), c: line(3) }))
    expect(summary).toMatchObject({ inputs: 2, refusedInputs: 1, observations: 2, rejects: 0 })
    expect(summary.refusals[0]?.reason).toContain('while its format was looked for')
  })

  it('is one entry of an archive', async () => {
    const entries = { 'a.ndjson': line(1), 'b.ndjson': line(2, 'fail in reading'), 'c.ndjson': line(3) }
    const { summary, rejects } = await load(put({ 'all.tar': await tarOf(entries) }))
    expect(summary).toMatchObject({ inputs: 3, observations: 2, added: 2, rejects: 1 })
    expect(rejects[0]?.reason).toContain('reading failed: a fault of the reader')
  })

  it('is standard input: what came before is kept', async () => {
    const source = Readable.from([Buffer.from(line(1)), Buffer.from(line(2, 'hang in reading'))])
    const { summary } = await load(['-', ...put({ a: line(3) })], {
      standardInput: source,
      batch: { records: 1, bytes: 1000, age: 100, mostAge: 100 },
    })
    expect(summary).toMatchObject({ observations: 2, added: 2, refusedInputs: 1 })
  })
})

describe('while reading hangs', { timeout: 60_000 }, () => {
  it('timers of the main thread run, and the signal ends the import at once', async () => {
    const stop = new AbortController()
    let ticks = 0
    let live: LiveImport | undefined
    const timer = setInterval(() => ticks++, 20)
    const paths = put({ a: line(1), b: line(2, 'hang in reading') })
    const loading = load(paths, {
      stallTimeout: 600_000,
      signal: stop.signal,
      onStart: (figures) => {
        live = figures
      },
      batch: { records: 1, bytes: 1000, age: 100, mostAge: 100 },
    })
    while (live?.counts()?.observations !== 1) await setTimeout(50)
    const before = ticks
    await setTimeout(1000)
    expect(ticks - before).toBeGreaterThan(10)
    stop.abort()
    const { summary } = await loading
    clearInterval(timer)
    expect(summary).toMatchObject({ stopped: true, observations: 1 })
    // The same import again, by a reader without the fault, goes on behind what is durable.
    const again = await load(paths, {
      thread: new URL('../../../src/service/ingest/reading-thread.ts', import.meta.url),
    })
    expect(again.summary).toMatchObject({ stopped: false, observations: 1, added: 1 })
  })
})
