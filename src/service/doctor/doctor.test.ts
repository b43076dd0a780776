import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { FeedRow } from '../feed/index.ts'
import { judgeFeeds, judgeRecords, judgeSecret, judgeState } from './content.ts'
import { checkDirectory, newestTimes } from './directory.ts'
import { size } from './finding.ts'
import {
  checkClock,
  checkDescriptors,
  checkMemory,
  checkPort,
  checkThreads,
  judgeClock,
  judgeDisk,
} from './machine.ts'

const GIB = 1024 ** 3
const levels = (findings: readonly { readonly level: string }[]) => findings.map(({ level }) => level)

describe('the machine', () => {
  it.each([
    [{ free: 100 * GIB, total: 200 * GIB, inodes: 1e6 }, 'ok', '100 GiB free of 200 GiB'],
    [{ free: 100 * GIB, total: 200 * GIB, inodes: undefined }, 'ok', '100 GiB free of 200 GiB'],
    [{ free: 5 * GIB, total: 200 * GIB, inodes: 1e6 }, 'warning', '5.0 GiB free of 200 GiB'],
    [{ free: 1 * GIB, total: 10 * GIB, inodes: 1e6 }, 'warning', '1.0 GiB free of 10.0 GiB'],
    [{ free: 0.1 * GIB, total: 200 * GIB, inodes: 1e6 }, 'error', '102 MiB free of 200 GiB'],
    [{ free: 100 * GIB, total: 200 * GIB, inodes: 5 }, 'error', '5 files may still be made'],
  ])('has a disk %j: %s', (disk, level, text) => {
    expect(judgeDisk(disk)).toMatchObject([{ level, text }])
  })

  it('has enough memory for the limits, or not', () => {
    const limits = { engine: GIB, query: GIB / 2, answers: GIB }
    expect(levels(checkMemory(limits, 8 * GIB))).toEqual(['ok'])
    expect(levels(checkMemory(limits, 2 * GIB))).toEqual(['warning'])
    expect(levels(checkMemory({ ...limits, query: 2 * GIB }, 8 * GIB))).toEqual(['warning'])
    expect(levels(checkMemory({ ...limits, engine: 0, query: 2 * GIB }, 8 * GIB))).toEqual(['ok'])
  })

  it('has threads for every connection, or too few', () => {
    expect(levels(checkThreads(32, 12))).toEqual(['ok'])
    expect(checkThreads(4, 12)).toMatchObject([
      { level: 'warning', remedy: expect.stringMatching(/UV_THREADPOOL_SIZE=16/) },
    ])
  })

  it('allows enough open files, or too few', () => {
    expect(levels(checkDescriptors(65_536))).toEqual(['ok'])
    expect(checkDescriptors(256)).toMatchObject([{ level: 'warning', text: '256 files may be open' }])
  })

  it('has a clock that runs evenly and is not behind its own files', async () => {
    expect(levels(await checkClock([Date.now()]))).toEqual(['ok'])
    expect(judgeClock(1000, 900, 0)).toMatchObject([{ level: 'ok', text: '1970-01-01T00:00:01 UTC' }])
    expect(judgeClock(1000, 0, 3000)).toMatchObject([
      { level: 'warning', text: 'ran 3000 ms apart from itself' },
    ])
    expect(judgeClock(0, 120_000, 0)).toMatchObject([
      { level: 'warning', text: expect.stringMatching(/written at 1970-01-01T00:02:00/) },
    ])
  })

  it('has the port free, or in use', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    expect(levels(await checkPort('127.0.0.1', port))).toEqual(['error'])
    await new Promise((resolve) => server.close(resolve))
    expect(levels(await checkPort('127.0.0.1', port))).toEqual(['ok'])
    expect(levels(await checkPort('192.0.2.1', port))).toEqual(['error'])
  })

  it.each([
    [0, '0 bytes'],
    [1023, '1023 bytes'],
    [1024, '1.0 KiB'],
    [150 * 1024 ** 2, '150 MiB'],
  ])('writes %i bytes as %s', (bytes, text) => expect(size(bytes)).toBe(text))
})

describe('the data directory', () => {
  const directory = mkdtempSync(join(tmpdir(), 'periplus-doctor-'))
  afterAll(() => rmSync(directory, { recursive: true, force: true }))
  const secret = join(directory, 'secret')
  const places = { directory, secrets: [secret], restoring: join(directory, 'restoring') }

  it('is closed to other users, or reported', () => {
    writeFileSync(secret, 'x', { mode: 0o600 })
    chmodSync(directory, 0o700)
    expect(levels(checkDirectory(places))).toEqual(['ok'])
    chmodSync(secret, 0o640)
    expect(checkDirectory(places)).toMatchObject([
      { level: 'warning', text: `other users may read ${secret}` },
    ])
    chmodSync(secret, 0o600)
    expect(levels(checkDirectory(places, 424_242))).toEqual(['error'])
    expect(newestTimes(directory)).toHaveLength(1)
  })

  it('with an unfinished restore is an error', () => {
    writeFileSync(places.restoring, '')
    expect(checkDirectory(places)).toMatchObject([
      { level: 'error', remedy: expect.stringMatching(/periplus restore/) },
    ])
  })
})

describe('what records, accounts and feeds report', () => {
  const records = { records: 5, bytesOnDisk: 1024, parts: 1, detached: 0, missing: 0, newest: 100 }
  const report = { ...records, failedMutations: [], damaged: [], differing: [] }

  it('of records', () => {
    expect(judgeRecords(report, 200)).toMatchObject([{ level: 'ok', text: '5 records, 1.0 KiB in 1 parts' }])
    const bad = {
      ...report,
      damaged: ['p1', 'p2'],
      detached: 1,
      failedMutations: ['x'],
      parts: 999,
      newest: 9000,
    }
    expect(judgeRecords({ ...report, missing: 39_600 }, 200)).toMatchObject([
      { level: 'error', text: '39,600 records are missing' },
    ])
    expect(judgeRecords({ ...report, differing: ['two has 4 records'] }, 200)).toMatchObject([
      {
        level: 'error',
        text: 'replicas differ: two has 4 records',
        remedy: expect.stringContaining('SYSTEM SYNC REPLICA'),
      },
    ])
    expect(levels(judgeRecords(bad, 200))).toEqual([
      'error',
      'error',
      'error',
      'warning',
      'warning',
      'warning',
    ])
  })

  it('of the secret', () => {
    const accounts = { kind: 'sqlite' as const, schemaVersion: 1, knownVersion: 1, administrators: 1 }
    const of = { ...accounts, accounts: 1, damage: [], unbalanced: [], secretProof: 'p' }
    expect(levels(judgeSecret(of, 'p'))).toEqual(['ok'])
    expect(judgeSecret(of, 'q')).toMatchObject([
      { level: 'error', text: expect.stringMatching(/not the one/) },
    ])
    expect(judgeSecret(of, undefined)).toMatchObject([
      { level: 'error', text: expect.stringMatching(/missing/) },
    ])
    expect(judgeSecret({ ...of, accounts: 0 }, undefined)).toEqual([])
  })

  it('of accounts', () => {
    const state = {
      kind: 'sqlite' as const,
      schemaVersion: 2,
      knownVersion: 2,
      accounts: 3,
      administrators: 1,
    }
    const good = { ...state, damage: [], unbalanced: [], secretProof: 'p' }
    expect(levels(judgeState(good))).toEqual(['ok'])
    expect(levels(judgeState({ ...good, damage: ['page 3'], unbalanced: ['a@b.c'] }))).toEqual([
      'error',
      'error',
    ])
    expect(levels(judgeState({ ...good, administrators: 0, schemaVersion: 1 }))).toEqual([
      'warning',
      'warning',
    ])
    expect(levels(judgeState({ ...good, schemaVersion: 3 }))).toEqual(['error'])
  })

  it('of feeds', () => {
    const feed = { name: 'aws', failure: null, state: 'fresh', active: { statedAt: null, retrievedAt: 0 } }
    const rows = (change: object) => [{ ...feed, ...change } as unknown as FeedRow]
    expect(levels(judgeFeeds([]))).toEqual(['ok'])
    expect(levels(judgeFeeds(rows({})))).toEqual(['ok'])
    expect(judgeFeeds(rows({ state: 'expired' }))).toMatchObject([
      { level: 'warning', text: 'aws of 1970-01-01 is expired' },
    ])
    expect(judgeFeeds(rows({ failure: { at: 1, reason: 'no answer' } }))).toMatchObject([
      { level: 'warning', text: expect.stringMatching(/no answer/) },
    ])
  })
})
