import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Asset } from '../../../src/asset/index.ts'
import { fieldNamed } from '../../../src/field/index.ts'
import { readQuery } from '../../../src/query/index.ts'
import { openEmbeddedStore, type Store, type WriteResult } from '../../../src/store/index.ts'
import { asset } from '../../support/asset.ts'

const directory = mkdtempSync(join(tmpdir(), 'periplus-store-'))
let store: Store
beforeAll(async () => {
  store = await openEmbeddedStore(directory)
})
afterAll(async () => {
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})

/** One sighting of one of a few hosts. */
function sighting(site: string, host: number, time: number): Asset {
  return {
    ...asset({ reached: `h${host}.${site}.example.com`, lastupdatetime: time, title: `seen at ${time}` }),
    content_time: time,
    content_import: `import ${time}`,
  }
}

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

async function titles(site: string): Promise<readonly string[]> {
  const selection = { query: readQuery(`host="${site}.example.com"`), since: undefined, now: Date.now() }
  const { rows } = await store.page({
    ...selection,
    fields: ['host', 'title'].map(fieldNamed),
    offset: 0,
    limit: 1000,
  })
  expect(await store.count(selection)).toBe(rows.length)
  return rows.map((row) => row.join(' ')).toSorted()
}

const sum = (results: readonly WriteResult[], key: keyof WriteResult): number =>
  results.reduce((total, result) => total + result[key], 0)

describe('writes that do not wait for each other', () => {
  it('add all records of batches that share none', async () => {
    const batches = range(8).map((batch) =>
      range(50).map((host) => sighting(`b${batch}.apart`, host, 1_700_000_000)),
    )
    const results = await Promise.all(batches.map((batch) => store.write(batch)))
    expect(results).toEqual(batches.map(() => ({ added: 50, replaced: 0, touched: 0, unchanged: 0 })))
    expect(await titles('apart')).toHaveLength(400)
  })

  it('merge what they share: each host once, the newest sighting wins, the order does not matter', async () => {
    const times = [3, 1, 7, 2, 6, 5, 4].map((second) => 1_700_000_000 + second)
    const results = await Promise.all(
      times.map((time) => store.write(range(20).map((host) => sighting('shared', host, time)))),
    )
    expect(sum(results, 'added')).toBe(20)
    expect(await titles('shared')).toEqual(
      range(20)
        .map((host) => `h${host}.shared.example.com:443 seen at 1700000007`)
        .toSorted(),
    )
  })

  it('mix with removals, which see what was written before them and nothing after', async () => {
    const batch = (from: number) => range(10).map((host) => sighting('removed', from + host, 1_700_000_000))
    const selection = { query: readQuery('host="removed.example.com"'), since: undefined, now: Date.now() }
    const [, removed] = await Promise.all([
      store.write(batch(0)),
      store.remove(selection),
      store.write(batch(100)),
    ])
    expect(removed).toBe(10)
    expect(await titles('removed')).toHaveLength(10)
  })
})
