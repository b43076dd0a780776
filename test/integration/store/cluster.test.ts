// Two shards of one server each, with servers that die, hang, come back or are replaced, and several processes that read and change at
// the same time. What keeps copies of a shard alike is ClickHouse's own replication, which the library's servers do not have.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Asset } from '../../../src/asset/index.ts'
import { firstWrite } from '../../../src/commit/index.ts'
import { fieldNamed } from '../../../src/field/index.ts'
import { readQuery } from '../../../src/query/index.ts'
import { openCommitLog, openState, type State } from '../../../src/state/index.ts'
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
  `two shards${NO_CLICKHOUSE === undefined ? '' : ` (${NO_CLICKHOUSE})`}`,
  () => {
    let clickhouse: Clickhouse
    let database = ''
    let count = 0
    let directory = ''
    const stores: Store[] = []
    const states: State[] = []

    beforeAll(async () => {
      clickhouse = await startClickhouse(2, 1)
      directory = mkdtempSync(join(tmpdir(), 'periplus-log-'))
    })
    afterAll(async () => {
      await clickhouse?.stop()
      rmSync(directory, { recursive: true, force: true })
    })
    afterEach(async () => {
      for (const store of stores.splice(0)) await store.close()
      for (const state of states.splice(0)) await state.close()
    })

    const fresh = (): void => {
      database = `cluster${++count}`
    }
    /** Another process on the same servers, as far as the servers can tell. */
    const open = async (options: Partial<ServerOptions> = {}): Promise<Store> => {
      const state = await openState({ file: join(directory, `${database}.sqlite`) })
      states.push(state)
      const store = await openServerStore({
        ...serverOptions(clickhouse, database),
        log: (identity, alone) => openCommitLog(state, identity, alone),
        watchInterval: 200,
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
    /** How many records each server holds of its own. */
    const held = async (): Promise<number[]> => {
      const counts = clickhouse.nodes.map((node) => ask(node, 'SELECT count() FROM records_local'))
      return (await Promise.all(counts)).map(Number)
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

    it('hold each host once, on one shard', async () => {
      fresh()
      const store = await open()
      await store.write(batch(0, 300, 1000))
      await store.write(batch(100, 300, 2000))
      expect(await store.count(everything)).toBe(400)
      // What was replaced is deleted after the answer.
      await until(async () => (await held()).reduce((sum, count) => sum + count) === 400)
      expect(Math.min(...(await held()))).toBeGreaterThan(100)
    })

    it.each([
      ['the second', 1],
      ['the first', 0],
    ])(
      'refuse what cannot be whole while %s server is dead, and lose nothing acknowledged',
      async (_, dying) => {
        fresh()
        const [patient, impatient, reader] = [await open(), await open({ retryTime: 0 }), await open()]
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
        await until(() => acknowledged >= 350)
        await nodeNumber(dying).kill()
        await expect(impatient.write(batch(5000, 10, 3000))).rejects.toThrow(
          /record server .*does not answer; try again; nothing of this change counts/,
        )
        // Half of the records is not an answer.
        await expect(reader.count(everything)).rejects.toThrow(/does not answer/)
        await nodeNumber(dying).start()
        const before = acknowledged
        await until(() => acknowledged > before)
        stop = true
        await writing
        await until(async () => (await reader.count(everything).catch(() => 0)) === acknowledged)
        // Exactly what was acknowledged: nothing of the batch that was refused.
        const names = Array.from({ length: acknowledged }, (_, index) => `h${index}.example.com`)
        expect((await hosts(reader)).toSorted()).toEqual(names.toSorted())
      },
      180_000,
    )

    it('finish a removal that a dead server missed', async () => {
      fresh()
      const [store, other] = [await open({ retryTime: 0 }), await open()]
      await store.write([...batch(0, 200, 1000), ...batch(1000, 100, 1000, 'unwanted')])
      await store.close()
      stores.splice(stores.indexOf(store), 1)
      const states = await openState({ file: join(directory, `${database}.sqlite`) })
      // A process that noted the removal and ended before it deleted anything.
      const identity = await ask(nodeNumber(0), 'SELECT any(store) FROM store_mark')
      const log = openCommitLog(states, identity, false)
      const lease = await log.acquire()
      if (lease === undefined) throw new Error('the lease is not free')
      const condition = JSON.stringify({ parts: ["title = 'unwanted'"] })
      await log.begin(lease, { kind: 'removal', condition })
      await log.release(lease)
      await states.close()
      expect(await other.count(everything)).toBe(200)
      const left = "SELECT count() FROM records WHERE title = 'unwanted'"
      await until(async () => (await ask(nodeNumber(1), left)) === '0')
      expect(await other.write(batch(1000, 10, 2000, 'unwanted'))).toMatchObject({ added: 10 })
      expect(await other.count(everything)).toBe(210)
    })

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
    })

    it('name a server that was replaced by an empty one, at the start and while they run', async () => {
      fresh()
      const [store, reader] = [await open({ retryTime: 0 }), await open()]
      await store.write(batch(0, 200, 1000))
      await ask(nodeNumber(1), `DROP DATABASE ${database} SYNC`)
      const start = performance.now()
      await expect(reader.count(everything)).rejects.toThrow(
        /has no tables of records: it is empty or was replaced|does not answer/,
      )
      await expect(store.write(batch(0, 10, 2000))).rejects.toThrow(/empty|does not answer|lacks/)
      await expect(open()).rejects.toThrow(
        new RegExp(`the record server \`${nodeNumber(1).http}\` is empty, but the others hold records`),
      )
      expect(performance.now() - start).toBeLessThan(15_000)
    })

    it('name a server that is behind the others', async () => {
      fresh()
      const store = await open({ watchInterval: 3_600_000 })
      await store.write(batch(0, 200, 1000))
      await store.write(batch(200, 200, 1000))
      await store.close()
      stores.splice(stores.indexOf(store), 1)
      const marks = 'ALTER TABLE store_mark DELETE WHERE unit = 2 SETTINGS mutations_sync = 2'
      await ask(nodeNumber(0), marks)
      await expect(open()).rejects.toThrow(
        `the record server \`${nodeNumber(0).http}\` is behind: it holds unit 1 and another one unit 2`,
      )
    })

    it('name a server that hangs', async () => {
      fresh()
      await open()
      // Takes connections and never answers.
      const silent = createServer(() => {}).listen(0, '127.0.0.1')
      await once(silent, 'listening')
      const { port } = silent.address() as AddressInfo
      const { servers, ...rest } = serverOptions(clickhouse, database)
      const hosts = [servers.hosts[0] ?? '', `127.0.0.1:${port}`]
      const start = performance.now()
      const options = { ...rest, servers: { ...servers, hosts } }
      await expect(openServerStore(options)).rejects.toThrow(
        `the record server \`127.0.0.1:${port}\` does not answer`,
      )
      expect(performance.now() - start).toBeLessThan(15_000)
      silent.close()
    })

    it('undo what a dead process had started', async () => {
      fresh()
      const store = await open({ watchInterval: 3_600_000 })
      await store.write(batch(0, 100, 1000))
      const state = states[0]
      if (state === undefined) throw new Error('no state is open')
      const identity = await ask(nodeNumber(0), 'SELECT any(store) FROM store_mark')
      const log = openCommitLog(state, identity, false)
      const lease = await log.acquire()
      const unit = lease && (await log.begin(lease, { kind: 'import' }))
      if (unit === undefined) throw new Error('the lease is not free')
      await state.write((db) => db.updateTable('commit_unit').set({ process: '999999999 1' }).execute())
      await state.write((db) => db.updateTable('write_lease').set({ process: '999999999 1' }).execute())
      const writeId = firstWrite(unit.id)
      const half = `INSERT INTO records_local (reached, port, write_id) SELECT 'half.example.com', 80, ${writeId}`
      await ask(nodeNumber(0), half)
      const next = await open({ watchInterval: 3_600_000 })
      expect(await next.count(everything)).toBe(100)
      expect(await next.write(batch(0, 100, 2000))).toMatchObject({ touched: 100 })
      expect(await next.count(everything)).toBe(100)
      const left = "SELECT count() FROM records WHERE reached = 'half.example.com'"
      expect(await ask(nodeNumber(0), left)).toBe('0')
      await until(async () => (await log.snapshot()).open.length === 0)
    })

    it('are refused when the settings do not name all of them, or another cluster', async () => {
      const options = serverOptions(clickhouse, 'misnamed')
      const { servers } = options
      await expect(openServerStore({ ...options, cluster: 'other' })).rejects.toThrow(
        /knows no cluster `other`; it knows .*`tested`/,
      )
      await expect(
        openServerStore({ ...options, servers: { ...servers, hosts: servers.hosts.slice(1) } }),
      ).rejects.toThrow('the cluster `tested` has 2 servers and store.url names 1; name each of them once')
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
    })
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
