// The tables of servers that keep replicas alike by themselves, as far as the library's nodes can have them: with ZooKeeper they make
// such tables, but no node has an address at which others fetch its parts, so the tables stay read-only; and no node runs the thread
// that hands statements to the whole cluster, so such a statement ends, once it has been read, with a refusal of its own.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SCHEMA_VERSION } from '../../../src/store/schema/index.ts'
import type { Layout } from '../../../src/store/engine/server/layout.ts'
import { stepStatements } from '../../../src/store/engine/server/schema.ts'
import {
  type Clickhouse,
  type ClickhouseNode,
  freePorts,
  NO_CLICKHOUSE,
  startClickhouse,
} from '../../support/clickhouse.ts'
import { NO_ZOOKEEPER, startZookeeper, type Zookeeper } from '../../support/zookeeper.ts'

const ABSENT = NO_CLICKHOUSE ?? NO_ZOOKEEPER
const layout: Layout = { database: 'replicated', cluster: 'tested', replicated: true }
const statements = Array.from({ length: SCHEMA_VERSION }, (_, index) => stepStatements(layout, index)).flat()
const ON_CLUSTER = ' ON CLUSTER `tested`'

/** ClickHouse's numbers of errors. */
const METADATA_MISMATCH = 342
const TABLE_IS_READ_ONLY = 242
/** What a table that stays read-only says to a change in the background. */
const ABORTED = 236
const QUERY_IS_PROHIBITED = 392

/** What a server says, and the number of its error. */
async function ask(
  { http }: ClickhouseNode,
  statement: string,
  database = layout.database,
): Promise<{ readonly error: number; readonly said: string }> {
  const answer = await fetch(`http://${http}/?database=${database}`, { method: 'POST', body: statement })
  const error = Number(answer.headers.get('x-clickhouse-exception-code') ?? 0)
  return { error, said: (await answer.text()).trim() }
}

describe.skipIf(ABSENT !== undefined)(
  `servers with a coordination service${ABSENT === undefined ? '' : ` (${ABSENT})`}`,
  () => {
    let zookeeper: Zookeeper
    let clickhouse: Clickhouse
    beforeAll(async () => {
      const [port = 0] = await freePorts(1)
      zookeeper = await startZookeeper(port)
      clickhouse = await startClickhouse(
        2,
        2,
        (shard, replica) =>
          `<zookeeper><node><host>127.0.0.1</host><port>${port}</port></node></zookeeper>
          <macros><shard>${shard}</shard><replica>${shard}-${replica}</replica></macros>
          <distributed_ddl><path>/clickhouse/task_queue/ddl</path></distributed_ddl>`,
      )
      for (const node of clickhouse.nodes)
        expect((await ask(node, `CREATE DATABASE ${layout.database}`, 'default')).said).toBe('')
    }, 150_000)
    afterAll(async () => {
      await clickhouse?.stop()
      await zookeeper?.stop()
    })

    it('make the tables of every step, one structure for the replicas of a shard', async () => {
      for (const node of clickhouse.nodes)
        for (const statement of statements) {
          const { error, said } = await ask(node, statement.replace(ON_CLUSTER, ''))
          // Changing a table needs one that can be written.
          const isChange = /^(ALTER|DROP) TABLE/.test(statement)
          const expected = isChange ? [TABLE_IS_READ_ONLY, ABORTED, 0] : [0]
          expect(expected, `${statement}\n${said}`).toContain(error)
        }
      const replicas =
        "SELECT table, zookeeper_path, replica_name, total_replicas FROM system.replicas WHERE table = 'records_local'"
      const expected = [1, 1, 2, 2].map((shard, index) => {
        return `records_local\t/clickhouse/tables/replicated/records/${shard}\t${shard}-${(index % 2) + 1}\t2`
      })
      const found = await Promise.all(clickhouse.nodes.map((node) => ask(node, replicas)))
      expect(found.map(({ said }) => said)).toEqual(expected)
      for (const node of clickhouse.nodes)
        expect(await ask(node, 'SELECT count() FROM records')).toEqual({ error: 0, said: '0' })
      // The structure is in ZooKeeper: another one is refused.
      const [first] = clickhouse.nodes
      if (first === undefined) throw new Error('there are no servers')
      const other = `CREATE TABLE other (id UInt8) ENGINE = ReplicatedMergeTree('/clickhouse/tables/replicated/records/{shard}', 'other') ORDER BY id`
      expect((await ask(first, other)).error).toBe(METADATA_MISMATCH)
    })

    it('read the statements for the whole cluster, which these cannot pass on', async () => {
      const [node] = clickhouse.nodes
      if (node === undefined) throw new Error('there are no servers')
      for (const statement of statements) {
        expect(statement).toContain(ON_CLUSTER)
        const { error, said } = await ask(node, statement)
        expect({ error, said: said.slice(0, 60) }, statement).toEqual({
          error: QUERY_IS_PROHIBITED,
          said: 'Code: 392. DB::Exception: Replicated DDL queries are disable',
        })
      }
    })
  },
)
