import { describe, expect, test } from 'vitest'
import type { Observation, Stated } from '../../../src/asset/index.ts'
import { isInside, parseAddress, parseNetwork } from '../../../src/util/index.ts'
import { BENCHMARK_BODY_LENGTH, generateObservations, NEEDLES, toRecord } from './index.ts'

const now = Date.UTC(2026, 10, 20)
const DAY = 86_400_000

const demo = [...generateObservations({ seed: 1, count: 12_000, now })]
const bench = [...generateObservations({ seed: 2, count: 24_000, now, bodyLength: BENCHMARK_BODY_LENGTH })]

const share = (list: readonly Observation[], holds: (stated: Stated) => boolean): number =>
  list.filter((one) => holds(one.stated)).length / list.length

describe('generated records', () => {
  test('are the same for the same seed and time, and from any number on', () => {
    const again = [...generateObservations({ seed: 1, count: 100, from: 5000, now })]
    expect(again).toEqual(demo.slice(5000, 5100))
  })

  test('differ with the seed', () => {
    const [other] = generateObservations({ seed: 9, count: 1, now })
    expect(other).not.toEqual(demo[0])
  })

  test('never speak twice of the same service, also in later rounds over the addresses', () => {
    const later = [
      ...generateObservations({ seed: 1, count: 6000, from: 6 * 131_072, now }),
      ...generateObservations({ seed: 1, count: 6000, from: 0, now }),
    ]
    const identities = new Set(later.map((one) => `${one.reached} ${one.port} ${one.baseProtocol}`))
    expect(identities.size).toBe(later.length)
  })

  test('end with an error before a service would come twice', () => {
    const tooMany = generateObservations({ seed: 1, count: 60, from: 6 * 131_072 * 40, now })
    expect(() => [...tooMany]).toThrow('more records than ports')
  })

  test('have only addresses reserved for benchmarks and documentation', () => {
    const allowed = ['198.18.0.0/15', '192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32']
    const networks = allowed.map((text) => parseNetwork(text))
    const seen = new Set<string>()
    for (const { stated } of demo) {
      const address = parseAddress(stated.ip ?? '')
      const at = networks.findIndex((network) => address && network && isInside(address, network))
      expect(allowed[at], stated.ip).toBeDefined()
      seen.add(allowed[at] ?? '')
    }
    expect([...seen].sort()).toEqual([...allowed].sort())
  })

  test('have only names under reserved domains', () => {
    const names = demo.filter((one) => one.reached !== one.stated.ip).map((one) => one.reached)
    expect(names.length).toBeGreaterThan(4000)
    for (const name of names) expect(name).toMatch(/\.(example|test|example\.(com|net|org))$/)
  })

  test('are marked as demonstration', () => {
    expect(share(demo, (stated) => stated.tag?.includes('demo') === true)).toBe(1)
  })

  test('lie in the last eighteen months, most of them recent, and some beyond a year', () => {
    const ages = demo.map((one) => (now - (one.time ?? 0)) / DAY)
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...ages)).toBeLessThan(548)
    expect(ages.filter((age) => age > 365).length / ages.length).toBeCloseTo(0.18, 1)
    expect(ages.filter((age) => age < 137).length / ages.length).toBeCloseTo(0.5, 1)
    for (const { time = 0, firstSeen = 0 } of demo) expect(firstSeen).toBeLessThanOrEqual(time)
  })

  test('are varied', () => {
    const distinct = (values: readonly unknown[]) => new Set(values).size
    const stated = demo.map((one) => one.stated)
    expect(distinct(stated.map((one) => one.country))).toBeGreaterThan(30)
    expect(distinct(stated.map((one) => one.protocol))).toBeGreaterThan(50)
    expect(distinct(stated.flatMap((one) => one.product ?? []))).toBeGreaterThan(130)
    expect(distinct(demo.map((one) => one.port))).toBeGreaterThan(70)
    expect(distinct(stated.map((one) => one.as_number))).toBeGreaterThan(100)
    for (const title of ['Панель управления', '登录页面', 'ログイン', 'تسجيل الدخول', 'Anmeldung'])
      expect(
        share(demo, (one) => one.title?.includes(title) === true),
        title,
      ).toBeGreaterThan(0)
  })

  test('show certificates of every kind', () => {
    const https = demo.filter((one) => one.stated.protocol === 'https')
    const at = now / 1000
    const expired = (stated: Stated) => Date.parse(`${stated.cert_not_after?.replace(' ', 'T')}Z`) / 1000 < at
    expect(share(https, (stated) => stated.cert?.startsWith('Version:  v3\nSerial Number: ') === true)).toBe(
      1,
    )
    for (const kind of [
      expired,
      (one: Stated) => one.cert_is_equal === true,
      (one: Stated) => one.cert_is_match === false,
    ]) {
      expect(share(https, kind)).toBeGreaterThan(0.03)
      expect(share(https, kind)).toBeLessThan(0.6)
    }
    expect(https[0]?.stated.cert).toContain(
      `\nValidity:\n  Not Before: ${https[0]?.stated.cert_not_before} UTC\n`,
    )
  })
})

describe('benchmark records', () => {
  test('are about 2 KB each as NDJSON', () => {
    const bytes = bench.slice(0, 2000).map((one) => Buffer.byteLength(JSON.stringify(toRecord(one))))
    const average = bytes.reduce((sum, size) => sum + size, 0) / bytes.length
    expect(average).toBeGreaterThan(1900)
    expect(average).toBeLessThan(2400)
  })

  test.each(NEEDLES)('hold $text in $field ($what) as often as said', ({ field, text, share: expected }) => {
    const wanted = text.toLowerCase()
    const found = share(bench, (stated) => (stated[field] ?? '').toLowerCase().includes(wanted))
    if (expected === 0) expect(found).toBe(0)
    else {
      // Four standard deviations, and a tenth for the rounding of the share itself.
      const noise = 4 * Math.sqrt(expected / bench.length) + 0.1 * expected
      expect(Math.abs(found - expected)).toBeLessThan(noise)
    }
  })
})
