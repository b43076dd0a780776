// Records that an earlier version of the schema stored, brought to this one: they are all there, and merging goes on.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readQuery } from '../../../src/query/index.ts'
import { sql } from '../../../src/sql/index.ts'
import { EmbeddedEngine } from '../../../src/store/engine/index.ts'
import { openEmbeddedStore, openServerStore, type Store } from '../../../src/store/index.ts'
import { MIGRATIONS, newTables, SCHEMA_VERSION } from '../../../src/store/schema/index.ts'
import { ALONE } from '../../../src/store/schema/migrations.ts'
import type { Layout } from '../../../src/store/engine/server/layout.ts'
import { stepStatements } from '../../../src/store/engine/server/schema.ts'
import { asset } from '../../support/asset.ts'
import { type Clickhouse, NO_CLICKHOUSE, startClickhouse } from '../../support/clickhouse.ts'
import { serverOptions } from '../../support/engines.ts'

/** The last version that kept superseded content, and no states of parts. */
const EARLIER = 3
const VERSION_TABLE = `CREATE TABLE schema_version (version UInt32, applied DateTime) ENGINE = MergeTree ORDER BY version`
const FILLED = [
  `INSERT INTO schema_version SELECT number + 1, now() FROM numbers(${EARLIER})`,
  `INSERT INTO records (reached, port, base_protocol, host, link, type, protocol, title, body, header, icon_hash, lastupdatetime, firstseen,
    content_time, content_import, stated, history, part_ranks, write_id, tag, is_honeypot, is_cloud)
  SELECT concat('h', toString(number), '.example.com') AS name, 443, 'tcp', concat('https://', name), concat('https://', name), 'subdomain', 'https', 'Login', 'old body', 'A: 1', '7',
    1000, 900, 1000, 'old', '["body","protocol","title"]', '[{"time":1000,"title":"1","header":"2","body":"3","banner":"","cert":""}]',
    '{"title":4294968286}', 1700000000000000, if(number < 5, ['CDN', 'two words'], []), number < 7, if(number < 3, true, NULL) FROM numbers(20)`,
  `INSERT INTO dormant (reached, port, base_protocol, content_import, unit, write_id) SELECT 'h1.example.com', 443, 'tcp', 'x', '{}', 1`,
]

const everything = { query: readQuery('port="443"'), since: undefined, now: 0 }
const seenAs = (title: string, host: string) => ({
  ...asset({ reached: host, port: 443, title, protocol: 'https', stated: ['protocol', 'title'] }),
  ...{ lastupdatetime: 2000, firstseen: 2000, content_time: 2000, content_import: 'new' },
})

/** How many of the old records match by their tags. */
const TAGGED = [
  ['tag="cdn"', 5],
  ['tag=="CDN"', 5],
  ['tag=="two"', 0],
  ['tag=""', 15],
  ['is_honeypot=true', 7],
  ['is_honeypot=true && is_cloud=false', 4],
] as const

/** What became of the records, and of what is seen of them now. */
async function goesOn(store: Store): Promise<void> {
  expect(await store.info()).toMatchObject({ records: 20, schemaVersion: SCHEMA_VERSION })
  for (const [text, count] of TAGGED)
    expect([text, await store.count({ ...everything, query: readQuery(text) })]).toEqual([text, count])
  const result = await store.write([
    seenAs('Login', 'h1.example.com'),
    seenAs('Other', 'h2.example.com'),
    seenAs('Login', 'h99.example.com'),
  ])
  expect(result).toEqual({ added: 1, replaced: 1, touched: 1, unchanged: 0 })
  const columns = ['reached', 'title', 'body', 'icon_hash', 'lastupdatetime', 'firstseen'] as const
  const found = await store.pick({ ...everything, columns, limit: 100 })
  const rows = found.map((record) => columns.map((column) => record[column]))
  expect(rows).toHaveLength(21)
  expect(rows.sort().filter(([reached]) => /^h(1|2|3|99)\./.test(String(reached)))).toEqual([
    ['h1.example.com', 'Login', 'old body', '7', 2000, 900],
    ['h2.example.com', 'Other', '', '7', 2000, 900],
    ['h3.example.com', 'Login', 'old body', '7', 1000, 900],
    ['h99.example.com', 'Login', '', '', 2000, 2000],
  ])
}

const LIMITS = { maxExecutionSeconds: 60, maxQueryMemoryBytes: 5e8, maxMemoryBytes: 1e9, sessions: 2 }

describe('a data directory of an earlier version', () => {
  const directory = mkdtempSync(join(tmpdir(), 'periplus-upgrade-'))
  afterEach(() => rmSync(directory, { recursive: true, force: true }))

  it('ends with the tables that a new one gets', async () => {
    const engine = new EmbeddedEngine(join(directory, 'tables'), LIMITS)
    const placed = (name: string) => ({ ...ALONE, table: (table: string) => `${name}_${table}` })
    for (const statement of MIGRATIONS.flatMap((step) => step(placed('upgraded'))))
      await engine.command(statement)
    for (const statement of newTables(placed('created'))) await engine.command(statement)
    const tables = await engine.query<[string, string]>(
      sql`SELECT name, create_table_query FROM system.tables WHERE database = currentDatabase() ORDER BY name`,
    )
    await engine.close()
    const definition = (table: string) =>
      tables.find(([name]) => name === table)?.[1].replaceAll(table, 'records')
    expect(tables.map(([name]) => name)).toEqual(['created_records', 'probe', 'upgraded_records'])
    expect(definition('created_records')).toBe(definition('upgraded_records'))
  })

  it('is upgraded, once', async () => {
    mkdirSync(directory, { recursive: true })
    const engine = new EmbeddedEngine(join(directory, 'engine'), LIMITS)
    const steps = MIGRATIONS.slice(0, EARLIER).flatMap((step) => step(ALONE))
    for (const statement of [VERSION_TABLE, ...steps, ...FILLED]) await engine.command(statement)
    await engine.close()
    const store = await openEmbeddedStore(directory)
    await goesOn(store)
    await store.close()
    const again = await openEmbeddedStore(directory)
    expect(await again.count(everything)).toBe(21)
    await again.close()
  })
})

describe.skipIf(NO_CLICKHOUSE !== undefined)(
  `servers of an earlier version${NO_CLICKHOUSE === undefined ? '' : ` (${NO_CLICKHOUSE})`}`,
  () => {
    let clickhouse: Clickhouse | undefined
    afterEach(() => clickhouse?.stop())

    it.each([1, 2])(
      'are upgraded, %i of them',
      async (shards) => {
        clickhouse = await startClickhouse(shards, 1)
        const cluster = shards > 1 ? clickhouse.cluster : undefined
        const layout: Layout = { database: 'upgraded', cluster, replicated: false }
        const ask = async (http: string, statement: string, database = layout.database): Promise<void> => {
          const url = `http://${http}/?database=${database}&distributed_foreground_insert=1`
          const answer = await fetch(url, { method: 'POST', body: statement })
          expect([statement, answer.ok ? '' : await answer.text()]).toEqual([statement, ''])
        }
        const steps = MIGRATIONS.slice(0, EARLIER).flatMap((_, index) => stepStatements(layout, index))
        const overAll =
          cluster === undefined
            ? []
            : [
                `CREATE TABLE dormant AS dormant_local ENGINE = Distributed('${cluster}', 'upgraded', 'dormant_local', 1)`,
              ]
        for (const { http } of clickhouse.nodes) {
          await ask(http, 'CREATE DATABASE upgraded', 'default')
          for (const statement of [VERSION_TABLE, ...steps, ...overAll]) await ask(http, statement)
        }
        const [versions = '', ...rows] = FILLED
        for (const { http } of clickhouse.nodes) await ask(http, versions)
        for (const statement of rows) await ask(clickhouse.nodes[0]?.http ?? '', statement)
        const store = await openServerStore({ ...serverOptions(clickhouse, 'upgraded') })
        await goesOn(store)
        await store.close()
      },
      90_000,
    )
  },
)
