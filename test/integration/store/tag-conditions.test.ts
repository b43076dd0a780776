// Conditions on tags and on what they fill are answered by columns that follow from them: the answers are those of the lists.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readQuery } from '../../../src/query/index.ts'
import { openEmbeddedStore, type Store } from '../../../src/store/index.ts'
import { asset } from '../../support/asset.ts'
import { memoryStore } from '../../support/memory-store.ts'

const answers = [null, true, false]
const tags = [
  [],
  ['cdn'],
  ['CDN', 'cloud:aws'],
  ['a\nb'],
  ['a', 'b'],
  ['a\0b'],
  [''],
  ['cloud:İstanbul', 'it\'s "50%_"\\'],
]
const RECORDS = tags.map((tag, index) =>
  asset({
    reached: `h${index}.example.com`,
    port: 443,
    tag,
    is_honeypot: answers[index % 3] ?? null,
    is_fraud: answers[(index >> 1) % 3] ?? null,
    scanner: index % 2 === 0 ? '' : 'Censys',
    cloud_name: index % 4 === 0 ? '' : 'aws',
  }),
)

const QUERIES = [
  ...[
    'tag="cdn"',
    'tag=="cdn"',
    'tag=="CDN"',
    'tag!="cdn"',
    'tag!=="CDN"',
    'tag=""',
    'tag!=""',
    'tag=="a"',
    'tag=="b"',
  ],
  ...[
    'tag="b"',
    'tag=="a\\nb"',
    'tag="a\\nb"',
    'tag="aws"',
    'tag="İ"',
    'tag="%"',
    'tag="_"',
    'tag="\\\\"',
    'tag=~"^c"',
  ],
  ...[
    'tag*="*:aws"',
    'tag=="cdn" || tag=="" || tag=="a" || tag=="b" || tag=="CDN"',
    'scanner="cens"',
    'scanner=""',
  ],
  ...['scanner!="cens"', 'scanner=="Censys" || scanner==""', 'cloud_name=~"^a"', 'cloud_name*="a?s"'],
  ...['is_honeypot=false && is_fraud=false', 'is_honeypot=true && is_honeypot=false', 'is_honeypot!=true'],
  ...[
    'is_honeypot=false && is_fraud=true && tag="c"',
    'is_honeypot="" && is_fraud=false',
    'is_honeypot=true || is_fraud=true',
  ],
]

const directory = mkdtempSync(join(tmpdir(), 'periplus-tag-conditions-'))
let store: Store
beforeAll(async () => {
  store = await openEmbeddedStore(directory)
  await store.write(RECORDS)
})
afterAll(async () => {
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})

it.each(QUERIES)('%s', async (text) => {
  const selection = { query: readQuery(text), since: undefined, now: 0 }
  const columns = ['reached'] as const
  const hosts = async (one: Pick<Store, 'pick'>): Promise<readonly string[]> =>
    (await one.pick({ ...selection, columns, limit: 100 })).map(({ reached }) => reached).sort()
  expect(await hosts(store)).toEqual(await hosts(memoryStore(RECORDS)))
})

it('these queries tell the records apart', async () => {
  const memory = memoryStore(RECORDS)
  const counts = await Promise.all(
    QUERIES.map((text) => memory.count({ query: readQuery(text), since: undefined, now: 0 })),
  )
  expect(new Set(counts).size).toBeGreaterThan(4)
  expect(counts.filter((count) => count > 0 && count < RECORDS.length).length).toBeGreaterThan(20)
})
