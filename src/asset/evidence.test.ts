import { describe, expect, it } from 'vitest'
import { createEnrich } from '../enrich/index.ts'
import {
  type Asset,
  merge,
  mergeHead,
  readEvidence,
  type Stated,
  withoutEvidence,
  withoutImport,
} from './index.ts'
import { continueEvidence } from './evidence.ts'

// A test rule: a product from the Server header, and one from the banner.
const enrich = createEnrich(({ server, banner }) => [
  ...(server === ''
    ? []
    : [{ rule: 'test/server', product: server, version: '2', field: 'server' as const, text: server }]),
  ...(banner === ''
    ? []
    : [{ rule: 'test/banner', product: banner, os: 'Plan 9', field: 'banner' as const, text: banner }]),
])
const locator = { locate: () => ({}) as never, databases: [] }

function observe(stated: Stated, day: number, importId = `import${day}`): Asset {
  const time = Date.UTC(2026, 0, day)
  const context = {
    locator: { ...locator, locate: () => nowhere },
    importId,
    defaultTime: time,
    bodyLimit: 1000,
  }
  const read = enrich({ reached: '192.0.2.1', port: 80, baseProtocol: 'tcp', time, stated }, context)
  if (!('asset' in read)) throw new Error(read.reason)
  return read.asset
}

const nowhere = {
  ...{ country: '', country_name: '', province: '', city: '', isp: '', as_number: null, as_organization: '' },
  ...{ latitude: null, longitude: null },
} as never
const DAY = 86_400

describe('evidence', () => {
  it('adds products to those that the source states', () => {
    const asset = observe({ server: 'falcon', product: ['Kestrel'], os: 'BSD', banner: 'Owl' }, 1)
    expect(asset.product).toEqual(['Kestrel', 'falcon', 'Owl'])
    expect([asset.os, asset.product_version]).toEqual(['BSD', ['2']])
    expect(JSON.parse(asset.structinfo)).toMatchObject({
      product: ['Kestrel', 'falcon', 'Owl'],
      evidence: [
        { rule: 'test/server', product: 'falcon', field: 'server', text: 'falcon' },
        { os: 'Plan 9' },
      ],
    })
    expect(withoutEvidence(asset)).toMatchObject({ product: ['Kestrel'], os: 'BSD', evidence: '' })
  })

  it('does not change stated structinfo', () => {
    const structinfo = '{"app":"x"}'
    expect(observe({ server: 'falcon', structinfo }, 1)).toMatchObject({ structinfo, product: ['falcon'] })
  })

  it('follows its text when another import replaces the response, and stated products stay stated', () => {
    const first = observe({ server: 'falcon', header: 'a', product: ['Kestrel'] }, 1)
    const merged = merge(first, observe({ server: 'owl', header: 'b' }, 2))
    expect(merged.product).toEqual(['Kestrel', 'owl'])
    expect(readEvidence(merged.evidence).found.map(({ product }) => product)).toEqual(['owl'])
  })

  it('keeps what is found in a part that the later import did not observe', () => {
    const merged = merge(observe({ banner: 'Owl' }, 1), observe({ server: 'falcon', header: 'a' }, 2))
    expect([...merged.product].sort()).toEqual(['Owl', 'falcon'])
    expect(merged.os).toBe('Plan 9')
  })

  it('keeps the time since when a product is found, however a record is merged', () => {
    const first = observe({ server: 'falcon', header: 'a', body: 'x' }, 1)
    const again = observe({ server: 'falcon', header: 'b', body: 'yy' }, 5)
    const since = Date.UTC(2026, 0, 1) / 1000
    const head = mergeHead(first, again)
    expect(head.need).toBe('nothing')
    for (const text of [merge(first, again).evidence, head.columns?.evidence ?? ''])
      expect(readEvidence(text).found.map((one) => one.since)).toEqual([since])
    expect(readEvidence(again.evidence).found[0]?.since).toBe(since + 4 * DAY)
  })

  it('keeps the earlier time where a text reads like one', () => {
    const seen = (day: number, body: string): Asset =>
      observe({ server: `falcon "since":${day} "since":1`, header: 'a', body }, day)
    const since = Date.UTC(2026, 0, 1) / 1000
    for (const [first, second] of [
      [
        seen(1, 'x'),
        { ...seen(1, 'yy'), evidence: seen(1, 'yy').evidence.replace(`${since}`, `${since + 9}`) },
      ],
      [seen(1, 'x'), seen(5, 'yy')],
    ] as const) {
      const [text, earlier] = [second.evidence, first.evidence]
      const { found, before } = readEvidence(text)
      const isSame = found[0]?.product === readEvidence(earlier).found[0]?.product
      const kept = found.map((one) => ({ ...one, since: isSame ? since : one.since }))
      expect(continueEvidence(text, earlier)).toBe(JSON.stringify({ found: kept, before }))
    }
  })

  it('is removed together with the import that observed its text', () => {
    const merged = merge(observe({ banner: 'Owl' }, 1), observe({ server: 'falcon', header: 'a' }, 2))
    const left = withoutImport(merged, 'import2')
    expect([left?.product, left?.os]).toEqual([['Owl'], 'Plan 9'])
  })

  it('is not compared, so changed rules never contradict a record', () => {
    const plain = createEnrich()
    const time = Date.UTC(2026, 0, 1)
    const context = {
      locator: { ...locator, locate: () => nowhere },
      importId: 'import1',
      defaultTime: time,
      bodyLimit: 1000,
    }
    const observation = {
      reached: '192.0.2.1',
      port: 80,
      baseProtocol: 'tcp',
      time,
      stated: { server: 'falcon' },
    } as const
    const read = plain(observation, context)
    expect('asset' in read && read.asset.parts).toBe(observe({ server: 'falcon' }, 1).parts)
  })
})
