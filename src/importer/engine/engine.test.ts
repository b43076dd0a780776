import { describe, expect, it } from 'vitest'
import { detectFormat, IMPORTERS, makeSample, REFUSALS } from '../index.ts'

const KNOWN: readonly (readonly [string, unknown])[] = [
  ['an InternetDB answer', { cpes: [], hostnames: [], ip: '192.0.2.1', ports: [80], tags: [], vulns: [] }],
  ['a Shodan DNS answer', { domain: 'example.com', subdomains: ['www'], data: [] }],
  ['a Shodan DNS answer', { data: [{ subdomain: '', type: 'NS', value: 'ns.example.com' }] }],
  ['a Shodan GeoNet answer', { ip: '192.0.2.1', is_alive: true, from_loc: {} }],
  ['a Shodan GeoNet answer', [{ answers: [], from_loc: {} }]],
  ['a GreyNoise answer', { data: [{ ip: '192.0.2.1', internet_scanner_intelligence: {} }] }],
  ['a GreyNoise answer', { ip: '192.0.2.1', noise: true, riot: false }],
  ['a list of names with their addresses', [{ issuer_ca_id: 1, name_value: 'example.com' }]],
  ['a urlscan.io answer', { results: [{ task: {}, page: {}, verdicts: {} }] }],
  ['a BinaryEdge answer', { query: 'x', events: [{ origin: {}, target: {}, result: {} }] }],
  ['a BinaryEdge answer', { events: [{ port: 53, protocol: 'udp', results: [] }] }],
  ['an Odin answer', { success: true, data: [{ scan_id: 1, ip: '192.0.2.1', services: [] }] }],
  [
    'an answer of `host/…`',
    {
      error: false,
      host: '192.0.2.1',
      ip: '192.0.2.1',
      asn: 64500,
      protocol: ['ssh'],
      port: [22],
      update_time: 'x',
    },
  ],
  [
    'an answer of `host/…`',
    { error: false, host: 'example.com', ip: '192.0.2.1', asn: 0, ports: [{ port: 22 }], update_time: 'x' },
  ],
  ['an answer of `search/stats`', { error: false, distinct: { ip: 1 }, aggs: { title: [] } }],
  ['a certificate', { fingerprint_sha256: '00', parsed: { subject_dn: 'CN=x' } }],
  ['a certificate', { issuer_dn: 'CN=x', subject_dn: 'CN=y', 'fingerprint.sha256': '00' }],
  [
    'a list of names with their addresses',
    { host: 'example.com', resolver: ['192.0.2.53:53'], a: ['192.0.2.1'], status_code: 'NOERROR' },
  ],
  [
    'a list of names with their addresses',
    { host: 'www.example.com', input: 'example.com', source: 'crtsh' },
  ],
]

function nameOf(text: string): string {
  const bytes = Buffer.from(text)
  const detection = detectFormat(makeSample('input', bytes, true), IMPORTERS, REFUSALS)
  return detection.kind === 'refusal' ? detection.refusal.name : detection.kind
}

describe('what is not a list of services', () => {
  it.each(KNOWN)('%s is refused by name', (name, value) => {
    expect(nameOf(JSON.stringify(value))).toBe(name)
    expect(nameOf(JSON.stringify(value, null, 2))).toBe(name)
  })

  it('a list of web addresses is refused, because nobody says that they answered', () =>
    expect(nameOf('https://www.example.com\nhttp://example.org/x\n')).toBe('a list of web addresses'))

  it('says what to do instead', () => {
    for (const { advice } of REFUSALS) expect(advice).not.toBe('')
  })
})
