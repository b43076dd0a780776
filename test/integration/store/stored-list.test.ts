// Conditions that name stored lists: the store and the naive evaluator agree, also on lists that are far longer than a query may be.
import { expect, it } from 'vitest'
import { type ListElement, type Lists, readListElement, readQuery } from '../../../src/query/index.ts'
import { asset } from '../../support/asset.ts'
import { describeStores } from '../../support/engines.ts'
import { memoryStore } from '../../support/memory-store.ts'
import { VARIED_ASSETS } from '../../support/varied-assets.ts'

const NOW = Date.UTC(2026, 10, 20)

const RECORDS = [
  asset({ ip: '198.18.0.5', reached: '198.18.0.5', host: '198.18.0.5:25', port: 25 }),
  ...VARIED_ASSETS,
  ...['192.0.2.9', '198.51.100.77', '203.0.113.200', '2001:db8:77::1', '2001:db8:1::5', ''].map((ip, index) =>
    asset({ ip, reached: ip || 'no-address.example.org', port: 9000 + index, as_number: 64_500 + index }),
  ),
  asset({
    ip: '192.0.2.50',
    reached: 'a.b.n500.example.com',
    host: 'http://a.b.n500.example.com:81',
    port: 81,
    domain: 'n500.example.com',
  }),
  asset({
    ip: '192.0.2.51',
    reached: 'xn500.example.com',
    host: 'xn500.example.com',
    port: 80,
    domain: 'example.com',
  }),
]

const elements = (texts: readonly string[]): readonly ListElement[] =>
  texts.flatMap((text) => readListElement(text) ?? [])
const many = (count: number, make: (index: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, index) => make(index))

const LISTS: ReadonlyMap<string, readonly ListElement[]> = new Map([
  ['few', elements(['192.0.2.9', '198.51.100.0/24', 'example.com', 'AS64501', '2001:db8::/33'])],
  [
    'networks',
    elements(
      many(300, (index) => `203.${index % 250}.${index}.0/${24 + (index % 5)}`).concat([
        '203.0.113.128/25',
        '192.0.2.8-192.0.2.10',
        '2001:db8:77::/48',
        '::/0',
      ]),
    ),
  ],
  ['names', elements(many(30_000, (index) => `n${index}.example.com`))],
  [
    'addresses',
    elements(many(20_000, (index) => `198.18.${index >> 8}.${index & 255}`).concat('192.0.2.51')),
  ],
  ['numbers', elements(many(20_000, (index) => `AS${64_502 + index}`))],
])
const lists: Lists = { find: (name) => LISTS.get(name), names: [...LISTS.keys()] }

const QUERIES = [
  'ip="@few"',
  'ip!="@few"',
  'ip=="@few"',
  'ip="@networks"',
  '!ip="@networks,@few"',
  'ip="@addresses, 192.0.2.9"',
  'domain="@names"',
  'domain=="@few"',
  'host="@names"',
  'host="@few" && port<9000',
  'host!="@addresses"',
  'asn="@numbers"',
  'as_number!="@few,64500"',
  'ip_filter(host="@names") || port_size_gt="1"',
]

describeStores('stored lists', (open) => {
  it('find the same records as the naive evaluator', { timeout: 120_000 }, async () => {
    const naive = memoryStore(RECORDS)
    const store = await open()
    try {
      await store.write(RECORDS)
      for (const text of QUERIES) {
        const selection = { query: readQuery(text, lists), since: undefined, now: NOW }
        const wanted = await naive.count(selection)
        expect([text, await store.count(selection)]).toEqual([text, wanted])
        expect([text, wanted > 0 && wanted < RECORDS.length]).toEqual([text, true])
      }
    } finally {
      await store.close()
    }
  })
})
