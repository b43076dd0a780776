// Statements that are stopped: with parameters the engine shows a statement's own text, and still it must be found.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parameter, sql, text } from '../../../src/sql/index.ts'
import { EmbeddedEngine } from '../../../src/store/engine/index.ts'

const directory = mkdtempSync(join(tmpdir(), 'periplus-stop-'))
const LONG = 600
let engine: EmbeddedEngine

beforeAll(() => {
  engine = new EmbeddedEngine(join(directory, 'records'), {
    maxExecutionSeconds: LONG,
    maxQueryMemoryBytes: 2 ** 28,
    maxMemoryBytes: 2 ** 29,
    sessions: 2,
  })
})
afterAll(async () => {
  await engine.close()
  rmSync(directory, { recursive: true, force: true })
})

const endless = sql`SELECT count() FROM numbers(1000000000000) WHERE number % 7 = ${parameter('UInt8', '5')}`
const running = sql`SELECT count() FROM system.processes WHERE query LIKE '%1000000000000%' AND query NOT LIKE '%processes%'`

/** Waits until so many endless statements run. */
async function untilRunning(count: number): Promise<void> {
  for (;;) {
    const [row] = await engine.query<[number]>(running)
    if (Number(row?.[0]) === count) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

describe('a statement with parameters', () => {
  it('ends when its caller leaves', async () => {
    const controller = new AbortController()
    const answer = engine.query(endless, { signal: controller.signal })
    await untilRunning(1)
    controller.abort(new Error('the caller left'))
    await expect(answer).rejects.toThrow('the caller left')
    await untilRunning(0)
  })

  it('ends when the reader of its rows leaves', async () => {
    const rows = sql`SELECT number FROM numbers(1000000000000) WHERE number % 3 = ${parameter('UInt8', '1')}`
    for await (const piece of engine.stream<[number]>(rows)) {
      expect(piece.length).toBeGreaterThan(0)
      break
    }
    await untilRunning(0)
  })

  it('takes each value for what it is, whatever it holds', async () => {
    const values = ["a'b; SELECT 2 --", 'c\\d\n', "periplus 1;'", 'x'.repeat(150_000), '{p0:String}']
    const fragment = sql`SELECT ${text(values[0] ?? '')}, ${text(values[1] ?? '')}, ${text(values[2] ?? '')}, ${text(values[3] ?? '')}, ${text(values[4] ?? '')}`
    expect(await engine.query(fragment)).toEqual([values])
  })
})
