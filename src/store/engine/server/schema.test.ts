// The statements that create tables, as text; test/integration/store/replicated.test.ts runs them on servers.
import { describe, expect, it } from 'vitest'
import { SCHEMA_VERSION } from '../../schema/index.ts'
import type { Layout } from './layout.ts'
import { stepStatements } from './schema.ts'

const statementsOf = (layout: Layout): string[] =>
  Array.from({ length: SCHEMA_VERSION }, (_, index) => stepStatements(layout, index)).flat()
const heads = (layout: Layout): string[] =>
  statementsOf(layout).map((statement) => {
    const [head = ''] = statement.split(/ \(| AS | arrayMap\(/)
    const [engine = ''] = /ENGINE = \w+(\('[^)]*\)?\))?/.exec(statement) ?? []
    return `${head} … ${engine}`
  })

describe('the tables', () => {
  it('of one server equal those of the embedded engine', () => {
    const all = heads({ database: 'd', cluster: undefined, replicated: false })
    const added = all.filter((head) => /^ALTER TABLE records ADD COLUMN .* … $/.test(head))
    expect(added.map((head) => head.split(' ')[8])).toContain('cpe')
    expect(all.slice(0, 8)).toEqual([
      'CREATE TABLE IF NOT EXISTS records … ENGINE = MergeTree',
      'CREATE TABLE IF NOT EXISTS dormant … ENGINE = MergeTree',
      'CREATE TABLE IF NOT EXISTS probe … ENGINE = Memory',
      'ALTER TABLE records ADD COLUMN IF NOT EXISTS moved Array(Tuple(UInt64, UInt32, String, String)) AFTER part_ranks … ',
      'ALTER TABLE records ADD INDEX IF NOT EXISTS seams_body … ',
      'ALTER TABLE records MATERIALIZE INDEX seams_body … ',
      'ALTER TABLE records ADD COLUMN IF NOT EXISTS parts String … ',
      'DROP TABLE IF EXISTS dormant … ',
    ])
  })

  it('of a cluster are on each server, below distributed tables that keep each host on one shard', () => {
    expect(heads({ database: 'd', cluster: 'c', replicated: false }).slice(0, 5)).toEqual([
      'CREATE TABLE IF NOT EXISTS records_local … ENGINE = MergeTree',
      'CREATE TABLE IF NOT EXISTS dormant_local … ENGINE = MergeTree',
      'CREATE TABLE IF NOT EXISTS probe … ENGINE = Memory',
      "CREATE OR REPLACE TABLE records … ENGINE = Distributed('c', 'd', 'records_local', sipHash64(reached))",
      'ALTER TABLE records_local ADD COLUMN IF NOT EXISTS moved Array(Tuple(UInt64, UInt32, String, String)) AFTER part_ranks … ',
    ])
  })

  it('of replicating servers are created by one statement for all, under one path per shard', () => {
    const statements = statementsOf({ database: 'd', cluster: 'c', replicated: true })
    for (const statement of statements) expect(statement).toContain(' ON CLUSTER `c`')
    expect(statements[0]).toContain(
      "ENGINE = ReplicatedMergeTree('/clickhouse/tables/d/records/{shard}', '{replica}') ORDER BY (recency, host, base_protocol)",
    )
    expect(statements[1]).toContain(
      "ENGINE = ReplicatedMergeTree('/clickhouse/tables/d/dormant/{shard}', '{replica}') ORDER BY (id, content_import, write_id)",
    )
  })
})
