// Threads that wait for the next import: they read it as a new one would, and one that failed or was stopped is not used again.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { FoundFile } from '../../importer/index.ts'
import { BATCH_LIMITS } from './read-batch.ts'
import type { ReadRequest } from './read-request.ts'
import { ReadingThreads } from './reading-threads.ts'
import { ReadingWorker } from './reading-worker.ts'

const root = mkdtempSync(join(tmpdir(), 'periplus-threads-'))
const rules = join(root, 'rules')
const opened: ReadingThreads[] = []
afterEach(async () => {
  for (const threads of opened.splice(0)) await threads.close()
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

function open(idle?: number): ReadingThreads {
  const threads = new ReadingThreads(idle)
  opened.push(threads)
  return threads
}

function file(name: string, text: string): FoundFile {
  const path = join(root, name)
  writeFileSync(path, text)
  return { path, size: text.length, modified: 0, given: true }
}

function requestOf(importId: string, ...files: readonly FoundFile[]): ReadRequest {
  const open = {
    format: undefined,
    port: undefined,
    fields: undefined,
    time: undefined,
    hiddenFolder: undefined,
  }
  const limits = { lineLimit: undefined, limits: undefined, bodyLimit: 1 << 20, batch: BATCH_LIMITS }
  return {
    ...{ ...open, ...limits, files, importId, rules: { directory: rules }, databases: {} },
    ...{ keepPersonal: false, now: Date.UTC(2026, 0, 1), resume: [], faults: [] },
  }
}

/** The addresses and products of an import's records, and its number of rejects. */
async function read(threads: ReadingThreads, request: ReadRequest, signal?: AbortSignal) {
  const options = { stallTimeout: 30_000, standardInput: undefined, onProgress: () => undefined }
  const worker = new ReadingWorker(request, { ...options, signal, thread: undefined, threads })
  const result = { records: [] as string[], reasons: 0 }
  try {
    for await (const { records, reasons } of worker.batches()) {
      for (const { ip, product } of records) result.records.push([ip, ...product].join(' '))
      result.reasons += reasons.length
    }
  } finally {
    await worker.close()
  }
  return result
}

const line = (ip: string, title = ''): string => `${JSON.stringify({ ip, port: 80, title })}\n`

describe('a thread that has read everything', () => {
  it('reads the next import as a new one would', async () => {
    const threads = open()
    expect(await read(threads, requestOf('a', file('a.ndjson', line('192.0.2.1'))))).toEqual({
      records: ['192.0.2.1'],
      reasons: 0,
    })
    const kept = threads.waiting
    expect(kept).toBeDefined()
    const second = requestOf(
      'b',
      file('b.ndjson', `${line('192.0.2.2')}no record\n`),
      file('c.ndjson', line('192.0.2.3')),
    )
    expect(await read(threads, second)).toEqual({ records: ['192.0.2.2', '192.0.2.3'], reasons: 1 })
    expect(threads.waiting).toBe(kept)
  })

  it('knows rules that were added meanwhile', async () => {
    const threads = open()
    const scan = file('rules.ndjson', line('192.0.2.1', 'Welcome to Zorblax'))
    expect((await read(threads, requestOf('a', scan))).records).toEqual(['192.0.2.1'])
    mkdirSync(rules)
    const rule = { product: 'Zorblax', when: 'title="zorblax"' }
    writeFileSync(join(rules, 'own.ndjson'), JSON.stringify(rule))
    expect((await read(threads, requestOf('b', scan))).records).toEqual(['192.0.2.1 Zorblax'])
  })

  it('leaves no file for the next one, and ends when there is none', async () => {
    const threads = open(100)
    await read(threads, requestOf('a', file('a.ndjson', line('192.0.2.1'))))
    const folder = threads.waiting?.folder ?? ''
    expect(readdirSync(folder)).toEqual([])
    await expect.poll(() => existsSync(folder)).toBe(false)
    expect(threads.waiting).toBeUndefined()
  })

  it('ends with the server', async () => {
    const threads = open()
    await read(threads, requestOf('a', file('a.ndjson', line('192.0.2.1'))))
    const folder = threads.waiting?.folder ?? ''
    await threads.close()
    expect(existsSync(folder)).toBe(false)
    await read(threads, requestOf('b', file('b.ndjson', line('192.0.2.1'))))
    expect(threads.waiting).toBeUndefined()
  })
})

describe('a thread is not used again', () => {
  it('after a failure', async () => {
    const threads = open()
    const request = { ...requestOf('a', file('a.ndjson', line('192.0.2.1'))), portPattern: '(' }
    await expect(read(threads, request)).rejects.toThrow('reading failed')
    expect(threads.waiting).toBeUndefined()
  })

  it('after an import that was stopped', async () => {
    const threads = open()
    const stop = new AbortController()
    stop.abort()
    await read(threads, requestOf('a', file('a.ndjson', line('192.0.2.1'))), stop.signal)
    expect(threads.waiting).toBeUndefined()
  })

  it('that ended while it waited', async () => {
    const threads = open()
    await read(threads, requestOf('a', file('a.ndjson', line('192.0.2.1'))))
    await threads.waiting?.worker.terminate()
    expect(threads.waiting).toBeUndefined()
    expect((await read(threads, requestOf('b', file('b.ndjson', line('192.0.2.2'))))).records).toEqual([
      '192.0.2.2',
    ])
  })
})
