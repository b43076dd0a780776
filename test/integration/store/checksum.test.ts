// Counts and checksums of spans of time, and their rows, by which records move between stores.
import { afterEach, describe, expect, it } from 'vitest'
import type { Asset } from '../../../src/asset/index.ts'
import { readQuery } from '../../../src/query/index.ts'
import { cutSpans, queryOf } from '../../../src/service/migrate/spans.ts'
import type { Store, StoredRows, Checksum } from '../../../src/store/index.ts'
import { asset } from '../../support/asset.ts'
import { openTemporaryStore, type TemporaryStore } from '../../support/temporary-store.ts'

const everything = { since: undefined, now: Date.UTC(2026, 10, 20) }

let opened: TemporaryStore | undefined
afterEach(async () => {
  await opened?.close()
  opened = undefined
})

/** A process has at most one store open, so the one before is closed. */
async function fresh(): Promise<Store> {
  await opened?.close()
  opened = await openTemporaryStore()
  return opened.store
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}

const at = (lastupdatetime: number, more: Partial<Asset> = {}): Asset => {
  const host = '192.0.2.1:80'
  return asset({
    ...{ host, reached: '192.0.2.1', port: 80, lastupdatetime, firstseen: lastupdatetime },
    ...{ content_time: lastupdatetime, content_import: `import ${lastupdatetime}` },
    ...more,
  })
}

describe('spans of time', () => {
  it('counted, compared and read one by one give the same store elsewhere', async () => {
    const records = Array.from({ length: 500 }, (_, index) =>
      at(1_760_000_000 + index * 700, { host: `192.0.2.1:${index + 1}`, port: index + 1, title: `${index}` }),
    )
    const extremes = [0, 3599, 3600, 4_294_967_295].map((time) =>
      at(time, {
        host: `198.51.100.${time % 250}:1`,
        reached: `198.51.100.${time % 250}`,
        port: 1,
        latitude: 0.1,
      }),
    )
    const store = await fresh()
    await store.write([...records, ...extremes])
    await store.write([at(1000, { host: '192.0.2.1:9', port: 9, title: 'older' })])
    const hours = await store.hours()
    expect(hours.reduce((sum, { records: here }) => sum + here, 0)).toBe(504)
    expect(hours.slice(0, 2)).toEqual([
      { hour: 0, records: 2 },
      { hour: 3600, records: 1 },
    ])
    const spans = cutSpans(hours, 90)
    expect(spans.length).toBeGreaterThan(4)
    const wanted: Checksum[] = []
    const pieces: StoredRows[] = []
    for (const span of spans) {
      wanted.push(await store.checksum('records', span))
      const found = await store.count({ ...everything, query: readQuery(queryOf(span)) })
      expect(wanted.at(-1)?.rows).toBe(found)
      pieces.push(...(await all(store.read('records', span))))
    }
    const whole = await store.checksum('records')
    const copy = await fresh()
    for (const piece of pieces) await copy.load(piece)
    expect(await copy.checksum('records')).toEqual(whole)
    const again: Checksum[] = []
    for (const span of spans) again.push(await copy.checksum('records', span))
    expect(again).toEqual(wanted)
    await copy.write([at(1_760_000_000, { host: '192.0.2.1:1', port: 1, title: 'changed' })])
    expect((await copy.checksum('records')).sum).not.toBe(whole.sum)
  })
})
