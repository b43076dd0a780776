// What the engine gathers of addresses must be what going through the records by hand gives.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../../src/store/index.ts'
import { asset } from '../../support/asset.ts'
import { describeStores } from '../../support/engines.ts'
import { memoryStore } from '../../support/memory-store.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const seen = Date.parse('2026-11-18T09:00:00Z') / 1000
const records = [
  asset({
    reached: 'www.example.com',
    host: 'www.example.com',
    ip: '192.0.2.1',
    domain: 'example.com',
    port: 443,
    protocol: 'https',
    product: ['nginx', 'PHP'],
    title: 'Login',
    cert_subject_cn: 'www.example.com',
    cert_issuer_cn: 'www.example.com',
    cert_domain: ['example.com', 'www.example.com'],
    ptr: ['host-2.example.net', 'mail.example.com'],
    cert_not_after: '2026-01-01 00:00:00',
    firstseen: seen - 90 * 86_400,
    lastupdatetime: seen,
  }),
  asset({
    reached: '192.0.2.1',
    host: '192.0.2.1:22',
    ip: '192.0.2.1',
    port: 22,
    protocol: 'ssh',
    banner: 'SSH-2.0-OpenSSH_9.6 "é, \\\n\t',
    is_honeypot: true,
    firstseen: seen - 400 * 86_400,
    lastupdatetime: seen - 300 * 86_400,
  }),
  asset({ reached: '2001:db8::7', host: '[2001:db8::7]:53', ip: '2001:db8::7', port: 53, protocol: 'dns' }),
  asset({
    reached: '192.0.2.3',
    host: '192.0.2.3:80',
    ip: '192.0.2.3',
    port: 80,
    protocol: 'p'.repeat(100_000),
    product: [`a${'-'.repeat(100_000)}b`, 'nginx'],
    title: 't'.repeat(100_000),
    cert_subject_cn: 'c'.repeat(100_000),
  }),
  asset({
    reached: 'cdn.example.net',
    host: 'cdn.example.net',
    ip: '192.0.2.20',
    domain: 'example.net',
    port: 8443,
    protocol: 'https',
    product: ['Apache'],
    title: 'Origin',
    banner: 'hello',
    cert_subject_cn: 'cdn.example.net',
    cert_not_after: '2026-01-01 00:00:00',
    is_honeypot: true,
    firstseen: seen - 90 * 86_400,
    lastupdatetime: seen,
    addresses: [
      ['192.0.2.20', seen, 'a'],
      ['192.0.2.1', seen - 86_400, 'a'],
      ['2001:db8::20', seen - 86_400, 'a'],
    ],
    ips: ['192.0.2.20', '192.0.2.1', '2001:db8::20'],
  }),
  asset({ reached: '192.0.2.2', host: '192.0.2.2:80', ip: '192.0.2.2', port: 80, protocol: 'http' }),
]

describeStores('the store', (open) => {
  let store: Store
  beforeAll(async () => {
    store = await open()
    await store.write(records)
  })
  afterAll(() => store.close())

  it('gathers ports, names, certificate states and days of the addresses asked for, and of no other', async () => {
    const ips = ['192.0.2.1', '192.0.2.3', '2001:db8::7', '2001:db8::20', '192.0.2.99', "1'; DROP"]
    const found = await store.observe(ips, { now })
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(await memoryStore(records).observe(ips, { now })),
    )
    expect([...found.keys()].sort()).toEqual(['192.0.2.1', '192.0.2.3', '2001:db8::20', '2001:db8::7'])
    expect(found.get('192.0.2.1')).toMatchObject({
      ports: [22, 443],
      certStates: ['expired', 'self_signed'],
      domains: ['example.com', 'example.net'],
      hosts: ['cdn.example.net', 'www.example.com'],
      records: 3,
      served: { records: 2, last: '2026-11-18' },
      last: '2026-11-18',
      statedHoneypot: true,
    })
  })

  it('knows the names of an address among several, and takes nothing that was seen at the newest one for it', async () => {
    const [[, other] = []] = await store.observe(['2001:db8::20'], { now })
    expect(other).toEqual({
      ...{
        ports: [],
        protocols: [],
        products: [],
        titles: [],
        certNames: [],
        certStates: [],
        banners: [],
        reverseNames: [],
      },
      ...{ domains: ['example.net'], domainCount: 1, hosts: ['cdn.example.net'], statedHoneypot: false },
      ...{ first: '2026-11-17', last: '2026-11-17', records: 1, served: { records: 0, last: '' } },
    })
    const many = Array.from({ length: 10_000 }, (_, index) => `10.0.${index >> 8}.${index & 255}`)
    expect((await store.observe([...many, '2001:db8::20'], { now })).get('2001:db8::20')).toEqual(other)
  })

  it('answers for ten thousand addresses at once', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `10.0.${index >> 8}.${index & 255}`)
    expect((await store.observe([...many, '192.0.2.2'], { now })).size).toBe(1)
  })
})
