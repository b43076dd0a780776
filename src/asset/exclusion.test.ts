import { expect, it } from 'vitest'
import { isInside, parseAddress, parseNetwork } from '../util/index.ts'
import { type ExclusionRule, exclusionFinder } from './exclusion.ts'

const network = (value: string): ExclusionRule => ({ kind: 'network', value })
const record = (ip: string, ips: readonly string[] = []) => ({
  ...{ reached: 'a.example', cert_sha256: '', cert_subject_cn: '', cert_domain: [], ip, ips },
})

const RULES = [
  ...['10.0.0.0/8', '10.1.2.0/24', '192.0.2.128/25', '192.0.2.7/32', '255.255.255.255/32'],
  ...['2001:db8::/32', '2001:db9::5/128', 'fe80::/10', '::/128'],
].map(network)

const ADDRESSES = [
  ...['9.255.255.255', '10.0.0.0', '10.255.255.255', '11.0.0.0', '192.0.2.6', '192.0.2.7', '192.0.2.127'],
  ...['192.0.2.128', '255.255.255.254', '255.255.255.255', '::', '::1', '2001:db7:ffff::', '2001:db8::'],
  ...['2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db9::4', '2001:db9::5', 'febf::1', 'fec0::', ''],
]

it.each([RULES, [network('0.0.0.0/0')], [network('::/0')]].map((rules) => [rules]))(
  'finds the addresses in networks, and no others',
  (rules) => {
    const find = exclusionFinder(rules)
    const holds = (text: string): boolean => {
      const address = parseAddress(text)
      const ranges = rules.flatMap(({ value }) => parseNetwork(value) ?? [])
      return address !== undefined && ranges.some((range) => isInside(address, range))
    }
    for (const text of ADDRESSES) {
      for (const one of [record(text), record('203.0.113.1', ['203.0.113.1', text])]) {
        const found = find(one)
        expect(found !== undefined, text).toBe([one.ip, ...one.ips].some(holds))
        if (found !== undefined) expect(rules).toContain(found)
      }
    }
  },
)

it('takes no longer with a hundred times as many networks of the same lengths', () => {
  const find = (many: number) =>
    exclusionFinder(Array.from({ length: many }, (_, n) => network(`10.${n >> 8}.${n & 255}.0/24`)))
  const rows = Array.from({ length: 500 }, (_, n) => record('192.0.2.1', [`198.18.${n >> 8}.${n & 255}`]))
  const cost = (finder: ReturnType<typeof find>): number => {
    const times = Array.from({ length: 5 }, () => {
      const before = process.cpuUsage()
      expect(rows.every((row) => finder(row) === undefined)).toBe(true)
      const { user, system } = process.cpuUsage(before)
      return user + system
    })
    return Math.min(...times)
  }
  const few = cost(find(100))
  expect(cost(find(10_000))).toBeLessThan(few * 5 + 10_000)
})
