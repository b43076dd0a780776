// Bodies far longer than usual must not decide how much memory a query takes.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fieldNamed } from '../../../src/field/index.ts'
import { readQuery } from '../../../src/query/index.ts'
import type { Store } from '../../../src/store/index.ts'
import { asset } from '../../support/asset.ts'
import { describeStoresOn, TWO_ENGINES } from '../../support/engines.ts'

const MEBIBYTE = 1024 * 1024
const PARTS = 3
const RECORDS_OF_PART = 200
const now = Date.UTC(2026, 10, 20)

function recordsOf(part: number) {
  return Array.from({ length: RECORDS_OF_PART }, (_, index) =>
    asset({
      reached: `h${index}-${part}.example.com`,
      port: 443,
      body: `number ${index} of ${part} ${'lorem ipsum '.repeat(13_000)}`,
      lastupdatetime: now / 1000 - index,
    }),
  )
}

describeStoresOn(TWO_ENGINES, 'records of 150 KB bodies, together more than a query may hold', (open) => {
  let store: Store
  beforeAll(async () => {
    store = await open({ maxQueryMemoryBytes: 128 * MEBIBYTE })
    for (let part = 0; part < PARTS; part++) await store.write(recordsOf(part))
  })
  afterAll(() => store.close())

  const select = (text: string) => ({ query: readQuery(text), since: undefined, now })

  it('are scanned whole, in order and in pieces of a few megabytes', async () => {
    const seen: string[] = []
    let longest = 0
    for await (const { rows } of store.scan({
      ...select('port="443"'),
      fields: ['host', 'body'].map(fieldNamed),
    })) {
      longest = Math.max(longest, rows.length)
      for (const [host = '', body = ''] of rows) {
        const [, index, part] = /^h(\d+)-(\d+)\./.exec(host) ?? []
        expect(body.startsWith(`number ${index} of ${part} lorem`)).toBe(true)
        seen.push(host)
      }
    }
    expect(new Set(seen).size).toBe(PARTS * RECORDS_OF_PART)
    expect(seen).toEqual([...seen].sort(byAge))
    expect(longest).toBeLessThan(100)
  })

  it('are seen again, all in one unit', async () => {
    const later = (part: number) =>
      recordsOf(part).map((record) => ({ ...record, lastupdatetime: record.lastupdatetime + 3600 }))
    const appended = await Promise.all([0, 1, 2].map((part) => store.append(later(part))))
    await store.flush()
    for (const { durable } of appended) expect((await durable).touched).toBe(RECORDS_OF_PART)
    expect(await store.count(select('body="lorem ipsum"'))).toBe(PARTS * RECORDS_OF_PART)
  })

  it('are searched by a regular expression over their bodies', async () => {
    const selection = select('body=~"number 19[0-9] of [01]"')
    const page = await store.page({ ...selection, fields: [fieldNamed('host')], offset: 0, limit: 100 })
    expect(page.rows).toHaveLength(20)
    expect(await store.count(selection)).toBe(20)
  })
})

function byAge(one: string, other: string): number {
  const age = (host: string): number => Number(/^h(\d+)/.exec(host)?.[1])
  return age(one) - age(other) || (one < other ? -1 : 1)
}
