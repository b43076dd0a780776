// Two shards of two replicas each, with servers that die and come back, and several processes that read and change at the same time.
// The servers cannot fetch parts from each other, so replicas are alike only because every change reaches each of them.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Asset } from '../../../src/asset/index.ts'
import { fieldNamed } from '../../../src/field/index.ts'
import { readQuery } from '../../../src/query/index.ts'
import { openServerStore, type ServerOptions, type Store } from '../../../src/store/index.ts'
import { asset } from '../../support/asset.ts'
import {
  type Clickhouse,
  type ClickhouseNode,
  NO_CLICKHOUSE,
  startClickhouse,
} from '../../support/clickhouse.ts'
import { serverOptions } from '../../support/engines.ts'

const now = Date.UTC(2026, 10, 20)
const select = (text: string) => ({ query: readQuery(text), since: undefined, now })
const everything = select('port!=""')

describe.skipIf(NO_CLICKHOUSE !== undefined)(
  `two shards of two replicas${NO_CLICKHOUSE === undefined ? '' : ` (${NO_CLICKHOUSE})`}`,
  () => {
    let clickhouse: Clickhouse
    let database = ''
    let count = 0
    const stores: Store[] = []

    beforeAll(async () => {
      clickhouse = await startClickhouse(2, 2)
    }, 90_000)
    afterAll(() => clickhouse?.stop())
    afterEach(async () => {
      for (const store of stores.splice(0)) await store.close()
    })

    const fresh = (): void => {
      database = `cluster${++count}`
    }
    /** Another process on the same servers, as far as the servers can tell. */
    const open = async (options: Partial<ServerOptions> = {}): Promise<Store> => {
      const store = await openServerStore({
        ...serverOptions(clickhouse, database),
        mendInterval: 200,
        ...options,
      })
      stores.push(store)
      return store
    }
    const nodeNumber = (number: number): ClickhouseNode => {
      const node = clickhouse.nodes[number]
      if (node === undefined) throw new Error(`there is no server ${number}`)
      return node
    }
    const ask = async (node: ClickhouseNode, statement: string): Promise<string> => {
      const answer = await fetch(`http://${node.http}/?database=${database}`, {
        method: 'POST',
        body: statement,
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(text)
      return text.trim()
    }
    /** What each server holds of its own; the replicas of a shard must hold the same. */
    const contents = async (): Promise<string[]> => {
      const statement =
        'SELECT count(), groupBitXor(cityHash64(reached, port, lastupdatetime, title)) FROM records_local'
      return Promise.all(clickhouse.nodes.map((node) => ask(node, statement)))
    }
    const hosts = async (store: Store): Promise<string[]> => {
      const { rows } = await store.page({
        ...everything,
        fields: [fieldNamed('host')],
        offset: 0,
        limit: 10_000,
      })
      return rows.map(([host = '']) => host)
    }

    it('hold each host once, on the replicas of one shard', async () => {
      fresh()
      const store = await open()
      await store.write(batch(0, 300, 1000))
      await store.write(batch(100, 300, 2000))
      expect(await store.count(everything)).toBe(400)
      const held = await contents()
      expect(held[0]).toBe(held[1])
      expect(held[2]).toBe(held[3])
      const counts = held.map((text) => Number(text.split('\t')[0]))
      expect((counts[0] ?? 0) + (counts[2] ?? 0)).toBe(400)
      expect(Math.min(...counts)).toBeGreaterThan(100)
    }, 60_000)

    it.each([
      ['one', 1],
      ['the one that gives turns', 0],
    ])(
      'answer while %s is dead, refuse what cannot be whole, and lose nothing acknowledged',
      async (_, dying) => {
        fresh()
        const [patient, impatient, reader] = [await open(), await open({ patience: 0 }), await open()]
        await patient.write(batch(0, 200, 1000))
        let stop = false
        let acknowledged = 200
        const writing = (async () => {
          for (let round = 0; !stop; round++) {
            // Half of each batch is seen again, half is new.
            await patient.write(batch(acknowledged - 50, 100, 2000 + round))
            acknowledged += 50
          }
        })()
        let reads = 0
        const reading = (async () => {
          for (; !stop; reads++) {
            const before = acknowledged
            const found = await hosts(reader)
            expect(new Set(found).size).toBe(found.length)
            expect(found.length).toBeGreaterThanOrEqual(before)
            expect(await reader.count(everything)).toBeGreaterThanOrEqual(before)
          }
        })()
        await until(() => acknowledged >= 350)
        await nodeNumber(dying).kill()
        const readsBefore = reads
        await expect(impatient.write(batch(5000, 10, 3000))).rejects.toThrow(
          /record server .*does not answer; try again; records are changed only while every server answers/,
        )
        await until(() => reads > readsBefore + 3)
        const acknowledgedBefore = acknowledged
        await nodeNumber(dying).start()
        await until(() => acknowledged >= acknowledgedBefore + 100)
        stop = true
        await Promise.all([writing, reading])
        expect(await reader.count(everything)).toBe(acknowledged)
        // Exactly what was acknowledged: nothing of the batch that was refused.
        const names = Array.from({ length: acknowledged }, (_, index) => `h${index}.example.com`)
        expect((await hosts(reader)).toSorted()).toEqual(names.toSorted())
        const held = await contents()
        expect(held[0]).toBe(held[1])
        expect(held[2]).toBe(held[3])
      },
      120_000,
    )

    it('repeat a removal that a dead replica missed', async () => {
      fresh()
      const [store, other] = [await open(), await open()]
      await store.write([...batch(0, 200, 1000), ...batch(1000, 100, 1000, 'unwanted')])
      await nodeNumber(3).kill()
      expect(await store.remove(select('title="unwanted"'))).toBe(100)
      expect(await other.count(everything)).toBe(200)
      await nodeNumber(3).start()
      // At once, though the server that is back still holds them.
      for (let look = 0; look < 8; look++) expect(await other.count(everything)).toBe(200)
      const left = "SELECT count() FROM records_local WHERE title = 'unwanted'"
      await until(async () => (await ask(nodeNumber(3), left)) === '0')
      expect(await store.write(batch(1000, 10, 2000, 'unwanted'))).toMatchObject({ added: 10 })
      expect(await other.count(everything)).toBe(210)
    }, 60_000)

    it('show every record exactly once while two processes replace all of them', async () => {
      fresh()
      const [one, two, reader] = [await open(), await open(), await open()]
      await one.write(batch(0, 300, 1000))
      let writing = true
      const rewrite = async (store: Store, offset: number): Promise<void> => {
        for (let round = 0; round < 4; round++) await store.write(batch(0, 300, 2000 + round * 2 + offset))
      }
      const writers = Promise.all([rewrite(one, 0), rewrite(two, 1)]).finally(() => {
        writing = false
      })
      let looks = 0
      while (writing) {
        expect(await reader.count(everything)).toBe(300)
        const found = await hosts(reader)
        expect([found.length, new Set(found).size]).toEqual([300, 300])
        const scanned: string[] = []
        for await (const { rows } of reader.scan({ ...everything, fields: [fieldNamed('host')] }))
          scanned.push(...rows.map(([host = '']) => host))
        expect([scanned.length, new Set(scanned).size]).toEqual([300, 300])
        looks++
      }
      await writers
      expect(looks).toBeGreaterThan(2)
      expect(await reader.count(select('lastupdatetime="1970-01-01 00:33:27"'))).toBe(300)
    }, 120_000)

    it('take the turn over from a process that died, and finish its change', async () => {
      fresh()
      const store = await open({ mendInterval: 3_600_000 })
      await store.write(batch(0, 100, 1000))
      await store.close()
      stores.pop()
      const lead = nodeNumber(0)
      await ask(lead, "CREATE TABLE turn (beat UInt8) ENGINE = Memory COMMENT 'of a dead process'")
      // It had noted its change and brought some of the rows to one server.
      const id = BigInt(Date.now()) * 1000n
      for (const node of clickhouse.nodes) await ask(node, `INSERT INTO changes VALUES (${id}, 1, '')`)
      await ask(
        lead,
        `INSERT INTO records_local (reached, port, write_id) VALUES ('half.example.com', 80, ${id})`,
      )
      const turnTimes = { beat: 50, silence: 400, look: 20 }
      const next = await open({ turnTimes, mendInterval: 3_600_000 })
      expect(await next.count(everything)).toBe(100)
      expect(await next.write(batch(0, 100, 2000))).toMatchObject({ replaced: 100 })
      expect(await next.count(everything)).toBe(100)
      expect(await ask(lead, "SELECT count() FROM records_local WHERE reached = 'half.example.com'")).toBe(
        '0',
      )
    }, 60_000)

    it('are refused when the settings do not name all of them, or another cluster', async () => {
      const options = serverOptions(clickhouse, 'misnamed')
      const { servers } = options
      await expect(openServerStore({ ...options, cluster: 'other' })).rejects.toThrow(
        /knows no cluster `other`; it knows .*`tested`/,
      )
      await expect(
        openServerStore({ ...options, servers: { ...servers, hosts: servers.hosts.slice(1) } }),
      ).rejects.toThrow('the cluster `tested` has 4 servers and store.url names 3; name each of them once')
      await expect(openServerStore({ ...options, cluster: undefined })).rejects.toThrow(
        'store.url names several servers, so store.cluster must name their cluster',
      )
    })

    it('stop a statement whose caller hangs up', async () => {
      fresh()
      const store = await open()
      await store.write(batch(0, 200, 1000))
      const controller = new AbortController()
      const slow = store.count(select(`body=~"${'(a|b|ab)*'.repeat(30)}c"`), controller.signal)
      controller.abort(new Error('the caller left'))
      await expect(slow).rejects.toThrow('the caller left')
      const running =
        "SELECT count() FROM system.processes WHERE query LIKE '%FROM records%' AND query NOT LIKE '%processes%'"
      await until(async () => (await ask(nodeNumber(0), running)) === '0')
    }, 60_000)
  },
)

function batch(from: number, count: number, lastupdatetime: number, title = 'page'): Asset[] {
  return Array.from({ length: count }, (_, index) => {
    const reached = `h${from + index}.example.com`
    const body = 'ab'.repeat(200)
    return asset({
      reached,
      host: reached,
      port: 80,
      title,
      body,
      lastupdatetime,
      firstseen: 1000,
      content_time: 1000,
      content_import: 'one',
    })
  })
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const begin = performance.now(); performance.now() - begin < 45_000; await sleep(20))
    if (await holds()) return
  throw new Error('it did not come about within 45 s')
}
