// The engine keeps the rows that a failed statement had printed. They must not come with the answer to the next statement.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Fragment, parameter, sql } from '../../../src/sql/index.ts'
import { EmbeddedEngine } from '../../../src/store/engine/index.ts'

const directory = mkdtempSync(join(tmpdir(), 'periplus-failed-'))
let engine: EmbeddedEngine

beforeAll(() => {
  engine = new EmbeddedEngine(join(directory, 'records'), {
    maxExecutionSeconds: 120,
    maxQueryMemoryBytes: 2 ** 28,
    maxMemoryBytes: 2 ** 29,
    // Every statement has the connection of the one before it.
    sessions: 1,
  })
})
afterAll(async () => {
  await engine.close()
  rmSync(directory, { recursive: true, force: true })
})

const failing = sql`SELECT throwIf(number = 250000), number FROM numbers(1000000) SETTINGS max_block_size = 1000, max_threads = 1`
const slow = sql`SELECT number, sleepEachRow(0.02) FROM numbers(1000) SETTINGS max_block_size = 1`
const slowWithParameter = sql`SELECT number, sleepEachRow(0.02), ${parameter('UInt8', '7')} FROM numbers(1000) SETTINGS max_block_size = 1`

/** Expects that the next statements of both kinds return their rows only. */
async function expectOwnRows(): Promise<void> {
  expect(await engine.query(sql`SELECT 1, ${parameter('UInt8', '2')}`)).toEqual([[1, 2]])
  expect(await engine.query(sql`SELECT 3`)).toEqual([[3]])
}

async function streamed(fragment: Fragment): Promise<readonly unknown[]> {
  const rows: unknown[] = []
  for await (const piece of engine.stream(fragment)) rows.push(...piece)
  return rows
}

/** Stops a statement after some of its rows are printed. */
async function stopAfter(milliseconds: number, fragment: Fragment): Promise<void> {
  const controller = new AbortController()
  const answer = engine.query(fragment, { signal: controller.signal })
  setTimeout(() => controller.abort(new Error('the caller left')), milliseconds)
  await expect(answer).rejects.toThrow('the caller left')
}

describe('the statement after one that failed', () => {
  it('returns its rows only, when that one met an error', async () => {
    await expect(engine.query(failing)).rejects.toThrow('throwIf')
    expect(await engine.query(sql`SELECT 3`)).toEqual([[3]])
    await expect(engine.query(failing)).rejects.toThrow('throwIf')
    await expectOwnRows()
  })

  it('returns its rows only, when that one took too long', async () => {
    await expect(engine.query(slow, { maxExecutionSeconds: 1 })).rejects.toThrow('took longer')
    expect(await engine.query(sql`SELECT 3`)).toEqual([[3]])
    await expect(engine.query(slowWithParameter, { maxExecutionSeconds: 1 })).rejects.toThrow('took longer')
    await expectOwnRows()
  })

  it.each([20, 100, 300])('returns its rows only, when that one was stopped after %i ms', async (wait) => {
    await stopAfter(wait, slow)
    expect(await engine.query(sql`SELECT 3`)).toEqual([[3]])
    await stopAfter(wait, slowWithParameter)
    await expectOwnRows()
  })

  it('returns its rows only, when it is streamed', async () => {
    await expect(engine.query(failing)).rejects.toThrow('throwIf')
    expect(await streamed(sql`SELECT 3`)).toEqual([[3]])
  })

  it('returns its rows only, when that one was streamed', async () => {
    await expect(streamed(failing)).rejects.toThrow('throwIf')
    expect(await engine.query(sql`SELECT 3`)).toEqual([[3]])
    await expect(streamed(failing)).rejects.toThrow('throwIf')
    expect(await streamed(sql`SELECT 3`)).toEqual([[3]])
  })

  it('returns its rows only, when the reader of that one left', async () => {
    for await (const piece of engine.stream(sql`SELECT number FROM numbers(100000000)`)) {
      expect(piece.length).toBeGreaterThan(0)
      break
    }
    expect(await engine.query(sql`SELECT 3`)).toEqual([[3]])
  })

  it('needs no more memory after many failures', async () => {
    const before = process.memoryUsage.rss()
    for (let round = 0; round < 300; round++)
      await expect(engine.query(sql`SELECT throwIf(number = 3) FROM numbers(9)`)).rejects.toThrow('throwIf')
    expect(await engine.query(sql`SELECT 3`)).toEqual([[3]])
    expect(process.memoryUsage.rss() - before).toBeLessThan(2 ** 27)
  })
})
