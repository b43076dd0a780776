// Every example query of the start page, of the README and of the head of the query language finds records of the demonstration.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Asset, merge, NOWHERE } from '../../src/asset/index.ts'
import { demonstrationScans } from '../../src/demo/index.ts'
import { createEnrich } from '../../src/enrich/index.ts'
import { readQuery } from '../../src/query/index.ts'
import { EXAMPLES } from '../../web/src/lib/examples.ts'
import { memoryStore } from '../support/memory-store.ts'

const root = resolve(import.meta.dirname, '../..')
const DAY = 86_400_000
const SUNDAY = Date.UTC(2026, 10, 22, 23)

function recordsAt(now: number): readonly Asset[] {
  const enrich = createEnrich()
  const known = new Map<string, Asset>()
  for (const { importId, observations } of demonstrationScans(now))
    for (const observation of observations) {
      const locator = { locate: () => NOWHERE, databases: [] }
      const made = enrich(observation, { locator, importId, defaultTime: now, bodyLimit: 1024 ** 2 })
      if ('reason' in made) throw new Error(made.reason)
      const { reached, port, base_protocol: transport } = made.asset
      const identity = `${reached} ${port} ${transport}`
      const earlier = known.get(identity)
      known.set(identity, earlier === undefined ? made.asset : merge(earlier, made.asset))
    }
  return [...known.values()]
}

/** Queries in quotes behind a command or an API call, and the first block of the query language. */
function documented(): readonly string[] {
  const readme = readFileSync(resolve(root, 'README.md'), 'utf8')
  const shown = [...readme.matchAll(/(?:search|export|targets|printf|such as) ['`]([^'`]+)['`]/g)]
  const [, block = ''] =
    /```query\n([\s\S]*?)```/.exec(readFileSync(resolve(root, 'docs/query-language.md'), 'utf8')) ?? []
  return [...shown.map(([, query = '']) => query), ...block.trim().split('\n')]
}

describe('the demonstration', () => {
  const records = recordsAt(SUNDAY)
  const store = memoryStore(records)
  const count = (query: string): Promise<number> =>
    store.count({ query: readQuery(query), since: (SUNDAY - 365 * DAY) / 1000, now: SUNDAY })

  it.each([...EXAMPLES, ...documented()])(
    'has records for %s, though not all of them match',
    async (query) => {
      const found = await count(query)
      expect(found).toBeGreaterThan(0)
      expect(found).toBeLessThan(records.length / 2)
    },
  )

  it('is the same for the same moment, and of a few thousand records', () => {
    expect(demonstrationScans(SUNDAY)).toEqual(demonstrationScans(SUNDAY))
    expect(records.length).toBeGreaterThan(2000)
    expect(records.length).toBeLessThan(5000)
  })

  it('uses reserved names and addresses alone', () => {
    for (const { reached, ip } of records) {
      expect(ip).toMatch(/^(192\.0\.2|198\.51\.100|203\.0\.113|198\.1[89]\.\d+)\.\d+$|^2001:db8:/)
      if (reached !== ip) expect(reached).toMatch(/(^|\.)(example|test|example\.(com|net|org))$/)
    }
  })

  it('says on every weekday that the ransom note came last Tuesday, and what was there before', () => {
    const changed = records.find(({ title }) => title === 'Your files are encrypted')
    expect(changed?.history.length).toBe(2)
    for (let day = 0; day < 7; day++) {
      const now = SUNDAY + day * DAY
      const seen = demonstrationScans(now).flatMap(({ observations }) => observations)
      const { time = 0 } = seen.find(({ stated }) => stated.title === 'Your files are encrypted') ?? {}
      expect(new Date(time).getUTCDay()).toBe(2)
      expect(now - time).toBeGreaterThan(0)
      expect(now - time).toBeLessThan(8 * DAY)
    }
  })

  it('never lies in the future, and shows many countries, networks, protocols and products', () => {
    const distinct = (values: readonly unknown[]) => new Set(values).size
    for (const { lastupdatetime, firstseen } of records) {
      expect(lastupdatetime * 1000).toBeLessThanOrEqual(SUNDAY)
      expect(firstseen).toBeLessThanOrEqual(lastupdatetime)
    }
    expect(distinct(records.map(({ country }) => country))).toBeGreaterThan(25)
    expect(distinct(records.map(({ as_number: network }) => network))).toBeGreaterThan(40)
    expect(distinct(records.map(({ protocol }) => protocol))).toBeGreaterThan(25)
    expect(distinct(records.flatMap(({ product }) => product))).toBeGreaterThan(60)
  })

  it('has few expired certificates and a copied icon', async () => {
    expect(await count('cert.is_expired="true"')).toBe(1)
    expect(await count('is_fraud="true"')).toBe(1)
    expect(await count('title="登录"')).toBeGreaterThan(3)
  })
})
