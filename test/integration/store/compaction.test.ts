// Parts of records that nothing changes any more are merged, and closing the store or new records end that.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sql } from '../../../src/sql/index.ts'
import { EmbeddedEngine } from '../../../src/store/engine/index.ts'
import { openEmbeddedStore, type Store } from '../../../src/store/index.ts'
import { asset } from '../../support/asset.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'periplus-compaction-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const open = (compactionInterval: number): Promise<Store> =>
  openEmbeddedStore(directory, { compactionInterval })

async function importHosts(store: Store, count: number, time: number): Promise<void> {
  for (let host = 0; host < count; host++)
    await store.write([asset({ reached: `192.0.2.${host}`, port: 80, lastupdatetime: time })])
  await store.flush()
}

/** The parts of the records that hold any, their rows, and the rows that are not deleted, in the directory of a closed store. */
async function partsOnDisk(): Promise<readonly number[]> {
  const engine = new EmbeddedEngine(join(directory, 'engine'), {
    ...{ maxExecutionSeconds: 10, maxQueryMemoryBytes: 2 ** 29, maxMemoryBytes: 2 ** 30, sessions: 2 },
  })
  const [row = []] = await engine.query<number[]>(
    sql`SELECT countIf(rows > 0), sum(rows), (SELECT count() FROM records) FROM system.parts WHERE active AND table = 'records'`,
  )
  await engine.close()
  return row.map(Number)
}

it('merges parts, and drops replaced rows, once nothing changes', async () => {
  const store = await open(60_000)
  await importHosts(store, 4, 1_760_000_000)
  await importHosts(store, 3, 1_770_000_000)
  expect((await store.info()).records).toBe(4)
  await store.close()
  // A slow machine may need more than one such pause.
  const afterPause = async () => {
    const idle = await open(20)
    await sleep(1500)
    await idle.close()
    return partsOnDisk()
  }
  await expect.poll(afterPause).toEqual([1, 4, 4])
})

it('leaves parts alone while records change', async () => {
  const store = await open(60_000)
  await importHosts(store, 3, 1_760_000_000)
  await store.close()
  const [parts, rows] = await partsOnDisk()
  expect(parts).toBeGreaterThan(1)
  expect(rows).toBe(3)
})

it('leaves parts alone while a unit is open, however long it stays open', async () => {
  const store = await open(60_000)
  await importHosts(store, 3, 1_760_000_000)
  await store.close()
  const reopened = await openEmbeddedStore(directory, {
    compactionInterval: 200,
    unitLimits: { age: 60_000 },
  })
  await reopened.append([asset({ reached: '192.0.2.9', port: 80, lastupdatetime: 1_760_000_000 })])
  await sleep(2000)
  await reopened.close()
  const [parts] = await partsOnDisk()
  expect(parts).toBe(4)
})

it('does not keep the store from closing, nor records from being written', async () => {
  const store = await open(1)
  await importHosts(store, 4, 1_760_000_000)
  await sleep(5)
  await importHosts(store, 4, 1_770_000_000)
  expect((await store.info()).records).toBe(4)
  await store.close()
  const [, , live] = await partsOnDisk()
  expect(live).toBe(4)
})

it('leaves nothing of removed records on the disk when that is asked for', async () => {
  const store = await open(60_000)
  await importHosts(store, 1, 1_760_000_000)
  await store.write(
    [1, 2].map((host) => asset({ reached: `192.0.2.${host}`, ip: `192.0.2.${host}`, port: 81 })),
  )
  await store.flush()
  expect(await store.removeExcluded([{ kind: 'network', value: '192.0.2.1/32' }])).toBe(1)
  await store.eraseRemoved()
  await store.close()
  const [, rows, live] = await partsOnDisk()
  expect([rows, live]).toEqual([2, 2])
})

it('drops parts whose rows are all replaced', async () => {
  const store = await open(60_000)
  await store.write([asset({ reached: '192.0.2.1', port: 80, lastupdatetime: 1_760_000_000 })])
  await store.flush()
  await store.write([asset({ reached: '192.0.2.1', port: 80, lastupdatetime: 1_770_000_000 })])
  await store.flush()
  await store.close()
  expect(await partsOnDisk()).toEqual([1, 1, 1])
})
