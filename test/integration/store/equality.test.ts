import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CATALOGUE, printValue } from '../../../src/field/index.ts'
import { readQuery } from '../../../src/query/index.ts'
import { LIMITS } from '../../../src/query/tokenize.ts'
import type { Store, Tuning } from '../../../src/store/index.ts'
import { edgeRecords } from '../../support/edge-records.ts'
import { describeStoresOn, type EngineName } from '../../support/engines.ts'
import { evaluate } from '../../support/evaluate.ts'
import { matchingQueries } from '../../support/generate-query.ts'
import { inShortOrLong } from '../../support/long.ts'

const QUERIES = inShortOrLong(40, 600)
const now = Date.UTC(2026, 10, 20)
const records = edgeRecords()
const newestFirst = records.toSorted(
  (a, b) =>
    b.lastupdatetime - a.lastupdatetime ||
    Buffer.compare(Buffer.from(a.host), Buffer.from(b.host)) ||
    (a.base_protocol < b.base_protocol ? -1 : 1),
)
const selectable = CATALOGUE.filter((field) => field.select !== 'never')

// Each takes other ways to the same answer: the newest records first, indexes alone or narrowing, all texts, look-ups at once, lists of words.
// The short run takes each on some engines.
const ways: readonly (readonly [string, Partial<Tuning>, ...EngineName[]])[] = [
  [
    'narrowing always',
    { window: 1_000_000, narrowBelow: 2, narrowExpressionsFrom: 0, rememberedCounts: 0, readOver: 0 },
    'embedded',
    'a cluster of two shards',
  ],
  [
    'narrowing never, the newest first',
    { window: 20, narrowBelow: 0, rememberedCounts: 100, lookUp: 2, wordListsAfter: 0 },
    'embedded',
    'one server',
  ],
  ['lists of words', { rememberedCounts: 0, wordListsAfter: 0 }, 'embedded'],
]

for (const [way, tuning, ...engines] of ways)
  describeStoresOn(engines, `the store and the naive evaluator, ${way}`, (open, { share }) => {
    let store: Store
    beforeAll(async () => {
      store = await open({ tuning })
      await store.write(records.slice(0, 40))
      await store.write(records.slice(40))
    })
    afterAll(() => store.close())

    it('print every value of every record alike', async () => {
      const query = readQuery('port!=""')
      const { rows } = await store.page({
        query,
        since: undefined,
        now,
        fields: selectable,
        offset: 0,
        limit: 1000,
      })
      expect(rows).toEqual(
        newestFirst.map((record) => selectable.map((field) => printValue(record, field, now))),
      )
    })

    it('agree on what a query finds, and how many', async () => {
      const host = CATALOGUE.filter((field) => field.name === 'host' || field.name === 'base_protocol')
      await fc.assert(
        fc.asyncProperty(matchingQueries(records, now), fc.nat(20), async (text, offset) => {
          // Texts of records can make a query longer than the language takes.
          fc.pre(Buffer.byteLength(text) <= LIMITS.bytes)
          const query = readQuery(text)
          const expected = newestFirst.filter((record) => evaluate(query, record, now, records))
          const selection = { query, since: undefined, now }
          const first = await store.page({ ...selection, fields: host, offset: 0, limit: 10, counting: true })
          expect(first.rows.map(([name]) => name)).toEqual(expected.slice(0, 10).map((record) => record.host))
          expect((await first.matches) ?? expected.length).toBe(expected.length)
          expect(await store.count(selection)).toBe(expected.length)
          const { rows } = await store.page({ ...selection, fields: host, offset, limit: 10 })
          expect(rows).toEqual(
            expected.slice(offset, offset + 10).map((record) => [record.host, record.base_protocol]),
          )
        }),
        { numRuns: Math.ceil(QUERIES * share) },
      )
    })
  })
