// Moving records to one real server and back, when the server dies in between, and when somebody else changed what had been copied.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CATALOGUE } from '../../src/field/index.ts'
import { readQuery } from '../../src/query/index.ts'
import { type MigrateProgress, migrateRecords } from '../../src/service/migrate/index.ts'
import { openEmbeddedStore, openServerStore, type Store } from '../../src/store/index.ts'
import { asset } from '../support/asset.ts'
import { type Clickhouse, NO_CLICKHOUSE, startClickhouse } from '../support/clickhouse.ts'
import { serverOptions } from '../support/engines.ts'

const RECORDS = 2000
const SPAN = 200
const NOW = Date.UTC(2026, 10, 20)
const FIELDS = CATALOGUE.filter((field) => field.select !== 'never')
const select = (text: string) => ({ query: readQuery(text), since: undefined, now: NOW })

/** Records over two months, of which every third has a superseded version. */
async function fill(store: Store): Promise<void> {
  const seen = (from: string, day: number, index: number) =>
    asset({
      reached: `h${index}.example.com`,
      host: `h${index}.example.com`,
      port: 443,
      title: `${from} \\ "☃" ${index}`,
      lastupdatetime: 1_760_000_000 + day * 86_400 + index * 2500,
      content_time: 1_760_000_000 + day * 86_400,
      content_import: from,
    })
  const all = Array.from({ length: RECORDS }, (_, index) => index)
  await store.write(all.map((index) => seen('new', 2, index)))
  await store.write(all.filter((index) => index % 3 === 0).map((index) => seen('old', 0, index)))
}

/** What tells one store from another. */
async function contentOf(store: Store): Promise<unknown> {
  const page = await store.page({ ...select('port="443"'), fields: FIELDS, offset: RECORDS - 50, limit: 100 })
  const checksum = await store.checksum('records')
  return { checksum, page, count: await store.count(select('title="new"')) }
}

describe.skipIf(NO_CLICKHOUSE !== undefined)(
  `moving records to a server${NO_CLICKHOUSE === undefined ? '' : ` (${NO_CLICKHOUSE})`}`,
  () => {
    const directory = mkdtempSync(join(tmpdir(), 'periplus-migrate-'))
    const stores: Store[] = []
    let clickhouse: Clickhouse
    let source: Store
    const opened = async (opening: Promise<Store>): Promise<Store> => {
      const store = await opening
      stores.push(store)
      return store
    }
    const server = (): Promise<Store> =>
      opened(openServerStore({ ...serverOptions(clickhouse, 'moved'), retryTime: 0 }))
    beforeAll(async () => {
      clickhouse = await startClickhouse()
      source = await openEmbeddedStore(join(directory, 'source'))
      await fill(source)
    })
    afterAll(async () => {
      for (const store of stores) await store.close()
      await clickhouse?.stop()
      rmSync(directory, { recursive: true, force: true })
    })
    const migrate = (to: Store, goOn: boolean, onProgress: (progress: MigrateProgress) => void = () => {}) =>
      migrateRecords(source, to, { goOn, spanRecords: SPAN, onProgress })

    it('that dies on the way fails clearly, and goes on when it is back', async () => {
      const [node] = clickhouse.nodes
      const target = await server()
      let death: Promise<void> | undefined
      const broken = migrate(target, false, ({ share }) => {
        if (share > 0.4) death ??= node?.kill()
      })
      await expect(broken).rejects.toThrow(/the record server `127\.0\.0\.1:\d+` does not answer; try again/)
      await death
      await node?.start()
      const held = await target.count(select('port="443"'))
      expect(held).toBeGreaterThan(0.4 * RECORDS - SPAN)
      expect(held).toBeLessThan(RECORDS)
      const summary = await migrate(target, true)
      expect(summary.records).toBe(RECORDS)
      expect(summary.skipped).toBeGreaterThan(0.4 * RECORDS - SPAN)
      expect(summary.skipped).toBeLessThan(RECORDS)
      expect(summary.checksum).toBe((await target.checksum('records')).sum)
      expect(await contentOf(target)).toEqual(await contentOf(source))
    })

    it('notices what is missing there, and copies that span only', async () => {
      const target = await server()
      await target.remove(select('host=="h700.example.com"'))
      expect(await contentOf(target)).not.toEqual(await contentOf(source))
      const summary = await migrate(target, true)
      expect(summary.records - summary.skipped).toBeGreaterThan(0)
      expect(summary.records - summary.skipped).toBeLessThanOrEqual(2 * SPAN)
      expect(await contentOf(target)).toEqual(await contentOf(source))
    })

    it('notices what was changed there, and copies only the span of time that differs anew', async () => {
      const target = await server()
      const changed = { reached: 'h1500.example.com', host: 'h1500.example.com', port: 443, title: 'other' }
      const later = { lastupdatetime: 1_770_000_000, content_time: 1_770_000_000, content_import: 'later' }
      expect(await target.write([asset({ ...changed, ...later })])).toMatchObject({ replaced: 1 })
      expect(await target.count(select('title="other"'))).toBe(1)
      await expect(migrate(target, false)).rejects.toThrow('--continue')
      const { records, skipped } = await migrate(target, true)
      expect(records).toBe(RECORDS)
      expect(skipped).toBeGreaterThan(RECORDS / 2)
      expect(skipped).toBeLessThan(RECORDS)
      expect(await contentOf(target)).toEqual(await contentOf(source))
    })

    it('and back gives what there was', async () => {
      const wanted = await contentOf(source)
      // A process has one data directory open.
      await source.close()
      const back = await opened(openEmbeddedStore(join(directory, 'back')))
      const summary = await migrateRecords(await server(), back, { goOn: false, spanRecords: SPAN })
      expect(summary).toMatchObject({ records: RECORDS, skipped: 0 })
      expect(await contentOf(back)).toEqual(wanted)
    })
  },
)
