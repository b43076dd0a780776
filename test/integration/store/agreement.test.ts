// The store and the naive evaluation of the language must agree: on generated queries over generated, odd and real records, page
// by page and in totals. AGREEMENT_QUERIES sets how many queries each set of records gets.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Asset } from '../../../src/asset/index.ts'
import { generateObservations } from '../../support/generated/index.ts'
import { CATALOGUE, type Field, fieldNamed, isCountable } from '../../../src/field/index.ts'
import { ANCHORS, findFiles, planInputs } from '../../../src/importer/index.ts'
import { readQuery } from '../../../src/query/index.ts'
import type { Dimension, Facets, Selection, Store } from '../../../src/store/index.ts'
import { describeStoresOn, type OpenStore, TWO_ENGINES } from '../../support/engines.ts'
import { enriched } from '../../support/enriched.ts'
import { listsOf, namingLists } from '../../support/generate-lists.ts'
import { matchingQueries } from '../../support/generate-query.ts'
import { inShortOrLong } from '../../support/long.ts'
import { memoryStore } from '../../support/memory-store.ts'
import { sharedData } from '../../support/shared.ts'
import { VARIED_ASSETS } from '../../support/varied-assets.ts'

const QUERIES = Number(process.env['AGREEMENT_QUERIES'] ?? inShortOrLong(25, 400))
/** Counting every field costs more than all pages of a query. */
const COUNT_EVERY = 5
const NOW = Date.parse('2026-11-20T12:00:00Z')
const FIELDS: readonly Field[] = CATALOGUE.filter((field) => field.select !== 'never')

/** Every field would cost most of the time: each page asks for some, and together they ask for all. */
const FIELDS_OF_PAGE = 16

function fieldsOf(index: number): readonly Field[] {
  const start = (index * FIELDS_OF_PAGE) % FIELDS.length
  return [...FIELDS, ...FIELDS].slice(start, start + FIELDS_OF_PAGE)
}

/** What a store says to a selection, in pages of `size`. */
async function answer(
  store: Store,
  selection: Selection,
  fields: readonly Field[],
  size: number,
): Promise<{ total: number; rows: unknown[] }> {
  const rows: unknown[] = []
  for (let offset = 0; ; offset += size) {
    const page = await store.page({ ...selection, fields, offset, limit: size })
    rows.push(...page.rows)
    if (page.rows.length < size) break
  }
  return { total: await store.count(selection), rows }
}

const DIMENSIONS: readonly Dimension[] = [
  ...CATALOGUE.filter(isCountable).map((field) => ({ field })),
  { field: fieldNamed('province'), within: fieldNamed('country') },
]

/** What a store counts of a selection. */
async function counted(store: Store, selection: Selection): Promise<unknown> {
  const facets = await store.facets({ ...selection, dimensions: DIMENSIONS, size: 3 })
  const columns = ['host', 'port', 'product', 'is_cloud', 'history', 'firstseen'] as const
  const picked = await store.pick({ ...selection, columns, limit: 7 })
  const days = await store.times(selection, 86_400)
  return { facets, picked, days, shared: await sharedValues(store, selection, facets) }
}

const SHARED = ['title', 'cert.domain', 'header_hash'].map(fieldNamed)

/** Who has the values that were found. */
async function sharedValues(store: Store, selection: Selection, { facets }: Facets): Promise<unknown> {
  const wanted = SHARED.flatMap((field) => {
    const dimension = DIMENSIONS.findIndex((one) => one.field === field)
    const values = facets.find((facet) => facet.dimension === dimension)?.values ?? []
    return values.length === 0 ? [] : [{ field, values: values.map(({ value }) => value) }]
  })
  const sharing = await store.sharing({ ...selection, wanted, most: 1000 })
  const lines = sharing.map(({ field, value, records, hosts, some }) =>
    [field.name, value, records, hosts, ...some.toSorted()].join(' '),
  )
  const cut = await store.sharing({ ...selection, wanted, most: 2, bound: 5 })
  const ends = cut.map(({ field, value, records, isMore }) =>
    ['up to 5', field.name, value, records, isMore === true].join(' '),
  )
  return [...lines, ...ends].sort()
}

async function agree(open: OpenStore, share: number, assets: readonly Asset[], seed: number): Promise<void> {
  const naive = memoryStore([])
  await naive.write(assets)
  const store = await open()
  try {
    await store.write(assets)
    const lists = listsOf(assets)
    const plain = matchingQueries(assets, NOW)
    const texts = fc.oneof({ arbitrary: plain, weight: 4 }, namingLists(plain))
    const least = Math.max(inShortOrLong(10, 40), Math.ceil(QUERIES * share))
    const queries = fc.sample(fc.tuple(texts, fc.integer({ min: 40, max: 500 }), fc.boolean()), {
      numRuns: 4 * least,
      seed,
    })
    // Queries that find nothing prove little, so there are more until enough find something.
    const isEnough = (asked: number): boolean => asked >= least && found > asked / 8
    let found = 0
    let asked = 0
    for (const [index, [text, size, recent]] of queries.entries()) {
      if (isEnough(index)) break
      asked++
      const selection = {
        query: readQuery(text, lists),
        since: recent ? NOW / 1000 - 200 * 86_400 : undefined,
        now: NOW,
      }
      const [ours, wanted] = await Promise.all([
        answer(store, selection, fieldsOf(index), size),
        answer(naive, selection, fieldsOf(index), size),
      ])
      expect(ours, text).toEqual(wanted)
      if (index % COUNT_EVERY === 0)
        expect(await counted(store, selection), text).toEqual(await counted(naive, selection))
      if (wanted.total > 0) found++
    }
    expect(found).toBeGreaterThan(asked / 8)
  } finally {
    await store.close()
  }
}

function generated(): readonly Asset[] {
  const assets: Asset[] = []
  for (const observation of generateObservations({ seed: 3, count: 400, now: NOW })) {
    const result = enriched(observation)
    if ('asset' in result) assets.push(result.asset)
  }
  return assets
}

const REAL = ['httpx/dutchgovscope_httpx_raw_5df44d2.json', 'zgrab2', 'nmap', 'shodan', 'masscan']
  .map((path) => sharedData(path))
  .filter((path) => path !== undefined)

async function real(): Promise<readonly Asset[]> {
  // One observation each: how several merge is another test's matter.
  const assets = new Map<string, Asset>()
  const files = await findFiles(REAL, ANCHORS)
  for await (const planned of planInputs(files, { now: NOW, port: undefined, fields: undefined })) {
    if ('refused' in planned) continue
    let taken = 0
    for await (const reading of planned.importer.read(planned.input, planned.options)) {
      if (reading.kind !== 'observation') continue
      const result = enriched(reading.observation, { defaultTime: planned.defaultTime })
      if ('asset' in result) assets.set(identityOf(result.asset), result.asset)
      if (++taken === 12) break
    }
  }
  return [...assets.values()]
}

const identityOf = ({ reached, port, base_protocol }: Asset): string => `${reached} ${port} ${base_protocol}`

describeStoresOn(TWO_ENGINES, 'the store agrees with the naive evaluator', (open, { share }) => {
  it('on odd records', { timeout: 300_000 }, () => agree(open, share, VARIED_ASSETS, 11))
  it('on generated records', { timeout: 300_000 }, () => agree(open, share, generated(), 12))
  it.skipIf(REAL.length === 0)('on real records (needs ../shared)', { timeout: 300_000 }, async () =>
    agree(open, share, await real(), 13),
  )
})
