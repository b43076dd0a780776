// Searches that fail or whose callers leave, beside searches of others: those get their own records, and all of them.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstAccount, Processes, searchUrl } from '../support/serve.ts'

const RECORDS = 300
const ROUNDS = 60
/** Milliseconds after which a caller leaves, at most. */
const PATIENCE = 40

const processes = new Processes()
let url: string
let credentials: { readonly email: string; readonly key: string }

beforeAll(async () => {
  const data = processes.newData()
  const file = join(processes.newData(), '..', 'records.ndjson')
  const record = (index: number) => ({
    host: `www${index}.example.com`,
    ip: `192.0.2.${index % 250}`,
    port: 8000 + (index % 3),
    protocol: 'http',
    title: `title ${index}`,
    body: `login ${index} ${'x'.repeat(20_000)}`,
  })
  const lines = Array.from({ length: RECORDS }, (_, index) => `${JSON.stringify(record(index))}\n`)
  writeFileSync(file, lines.join(''))
  const server = await processes.serve(data, [], { PERIPLUS_DEMO: 'false' })
  url = server.url
  const loading = processes.run(['import', file, '--data', data])
  expect(await loading.ended, loading.output()).toBe(0)
  credentials = firstAccount(data)
})
afterAll(() => processes.clean())

const search = (query: string, fields: string, signal?: AbortSignal): Promise<Response> =>
  fetch(searchUrl(url, credentials, query, { fields, size: '1000' }), signal === undefined ? {} : { signal })

/** Reads many bodies, and leaves in the middle of it. */
async function leave(round: number): Promise<void> {
  const signal = AbortSignal.timeout(1 + ((round * 7) % PATIENCE))
  await search(`body="login" && port!="${round}"`, 'host,body', signal).then(
    (answer) => answer.text().catch(() => {}),
    () => {},
  )
}

/** What another caller gets at the same time. */
async function hostsOf(query: string): Promise<readonly unknown[]> {
  const answer = await search(query, 'host')
  const text = await answer.text()
  expect([answer.status, text.slice(0, 200)]).toEqual([200, expect.stringContaining('"results"')])
  const { results, size } = JSON.parse(text) as { results: readonly unknown[]; size: number }
  expect(results.length).toBe(size)
  return results
}

describe('callers who leave', () => {
  it('leave nothing in the answers of others', { timeout: 300_000 }, async () => {
    const leaving = Promise.all(
      [0, 1, 2].map(async (offset) => {
        for (let round = 0; round < ROUNDS; round++) await leave(round * 3 + offset)
      }),
    )
    let ended = false
    const last = leaving.then(() => {
      ended = true
    })
    for (let round = 0; !ended; round++) {
      const index = round % RECORDS
      expect(await hostsOf(`title="title ${index}x" || host="www${index}.example.com"`)).toEqual([
        [`www${index}.example.com:${8000 + (index % 3)}`],
      ])
      expect(await hostsOf(`server="absent${round}"`)).toEqual([])
      await sleep(1)
    }
    await last
  })
})
