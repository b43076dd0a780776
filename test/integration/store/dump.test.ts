// Stored rows out of one store and into another.
import { afterEach, expect, it } from 'vitest'
import type { Asset } from '../../../src/asset/index.ts'
import { CATALOGUE } from '../../../src/field/index.ts'
import { readQuery } from '../../../src/query/index.ts'
import type { Store, StoredRows } from '../../../src/store/index.ts'
import { asset } from '../../support/asset.ts'
import { edgeRecords } from '../../support/edge-records.ts'
import { describeStoresOn, TWO_ENGINES } from '../../support/engines.ts'

const now = Date.UTC(2026, 10, 20)
const selectable = CATALOGUE.filter((field) => field.select !== 'never')
const everything = { query: readQuery('port!=""'), since: undefined, now }

async function dumpOf(store: Store): Promise<StoredRows[]> {
  return all(store.dump())
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}

/** The lines of a dump, in an order of their own. */
function linesOf(pieces: readonly StoredRows[]): string[] {
  return pieces
    .flatMap(({ kind, lines }) =>
      Buffer.from(lines)
        .toString()
        .trimEnd()
        .split('\n')
        .map((line) => `${kind} ${line}`),
    )
    .sort()
}

const page = async (store: Store) =>
  (await store.page({ ...everything, fields: selectable, offset: 0, limit: 10_000 })).rows

const at = (lastupdatetime: number, more: Partial<Asset> = {}): Asset => {
  const host = '192.0.2.1:80'
  return asset({
    ...{ host, reached: '192.0.2.1', port: 80, lastupdatetime, firstseen: lastupdatetime },
    ...{ content_time: lastupdatetime, content_import: `import ${lastupdatetime}` },
    ...more,
  })
}

describeStoresOn(TWO_ENGINES, 'a dump', (open) => {
  let opened: Store | undefined
  afterEach(async () => {
    await opened?.close()
    opened = undefined
  })

  /** A process has at most one embedded store open, so the one before is closed. */
  async function fresh(): Promise<Store> {
    await opened?.close()
    opened = await open()
    return opened
  }

  it('loaded into an empty store gives the same pages, and the same dump again', async () => {
    const store = await fresh()
    await store.write(edgeRecords())
    const [rows, pieces] = [await page(store), await dumpOf(store)]
    const copy = await fresh()
    for (const piece of pieces) await copy.load(piece)
    expect(await page(copy)).toEqual(rows)
    expect((await copy.info()).records).toBe(rows.length)
    expect(linesOf(await dumpOf(copy))).toEqual(linesOf(pieces))
  })

  it('keeps what merging needs, so that it goes on as it would have', async () => {
    const [first, second, third] = [
      at(3000, { title: 'new', content_import: 'new' }),
      at(1000, { title: 'old', body: 'x', content_import: 'old' }),
      at(2000, { title: 'between', banner: 'b', content_import: 'between' }),
    ]
    const store = await fresh()
    await store.write([first])
    await store.write([second])
    const pieces = await dumpOf(store)
    await store.write([third])
    const expected = linesOf(await dumpOf(store))
    const copy = await fresh()
    for (const piece of pieces) await copy.load(piece)
    await copy.write([third])
    expect(linesOf(await dumpOf(copy))).toEqual(expected)
  })

  it('is of one moment, whatever is written while it is read', async () => {
    const store = await fresh()
    const many = Array.from({ length: 10_500 }, (_, index) =>
      at(1_000_000, { host: `192.0.2.1:${index + 1}`, port: index + 1 }),
    )
    await store.write(many)
    const counted: number[] = []
    let written: Promise<unknown> | undefined
    for await (const { kind, count } of store.dump()) {
      if (kind === 'records') counted.push(count)
      // Every record moves to another place of the order.
      written ??= store.write(many.map((one) => ({ ...one, lastupdatetime: 2_000_000 })))
    }
    await written
    expect(counted.length).toBeGreaterThan(1)
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(many.length)
    expect(await store.count(everything)).toBe(many.length)
  })

  it('may be left, and stopped', async () => {
    const store = await fresh()
    await store.write(edgeRecords())
    for await (const { count } of store.dump()) {
      expect(count).toBeGreaterThan(0)
      break
    }
    await expect(all(store.dump(AbortSignal.abort(new Error('stopped'))))).rejects.toThrow('stopped')
    expect(await store.write([at(9_000_000, { host: '192.0.2.1:81', port: 81 })])).toMatchObject({ added: 1 })
  })

  it('refuses columns that no store has', async () => {
    const store = await fresh()
    const rows = { kind: 'records', columns: ['secret'], count: 1, lines: Buffer.from('["x"]\n') } as const
    await expect(store.load(rows)).rejects.toThrow('no column secret')
  })
})
