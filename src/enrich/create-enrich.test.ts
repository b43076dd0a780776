import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Asset, Observation } from '../asset/index.ts'
import { createEnrich } from './create-enrich.ts'
import type { EnrichContext, Location } from './enrich.ts'

const munich: Location = {
  country: 'DE',
  country_name: 'Germany',
  province: 'Bavaria',
  city: 'Munich',
  latitude: 48.1374,
  longitude: 11.5755,
  as_number: 64500,
  as_organization: 'Example Networks',
}

const nowhere: Location = {
  country: '',
  country_name: '',
  province: '',
  city: '',
  latitude: null,
  longitude: null,
  as_number: null,
  as_organization: '',
}

const context: EnrichContext = {
  locator: { locate: (ip) => (ip === '' ? nowhere : munich), databases: [] },
  importId: 'import-1',
  defaultTime: Date.UTC(2026, 0, 2, 3, 4, 5),
  bodyLimit: 1000,
}

const enrich = createEnrich()

function observation(part: Partial<Observation>): Observation {
  return { reached: '192.0.2.1', port: 80, baseProtocol: 'tcp', time: undefined, stated: {}, ...part }
}

function assetOf(part: Partial<Observation>, limits: Partial<EnrichContext> = {}): Asset {
  const enriched = enrich(observation(part), { ...context, ...limits })
  if ('reason' in enriched) throw new Error(enriched.reason)
  return enriched.asset
}

describe('identity', () => {
  test.each([
    ['WWW.Example.COM.', 'www.example.com', 'example.com', ''],
    ['München.example', 'xn--mnchen-3ya.example', 'xn--mnchen-3ya.example', ''],
    ['[2001:DB8:0:0::1]', '2001:db8::1', '', '2001:db8::1'],
    ['::ffff:192.0.2.1', '192.0.2.1', '', '192.0.2.1'],
    ['foo.github.io', 'foo.github.io', 'github.io', ''],
    ['a.b.example.co.uk', 'a.b.example.co.uk', 'example.co.uk', ''],
  ])('%s is reached as %s, of domain "%s", at "%s"', (reached, name, domain, ip) => {
    expect(assetOf({ reached })).toMatchObject({
      reached: name,
      domain,
      ip,
      is_domain: ip === '',
      is_ipv6: ip === '' ? null : ip.includes(':'),
    })
  })

  test.each([
    [{ port: 0 }, 'port `0` is not a whole number from 1 to 65535'],
    [{ port: 65536 }, 'port `65536` is not a whole number from 1 to 65535'],
    [{ port: Number.NaN }, 'port `NaN` is not a whole number from 1 to 65535'],
    [{ reached: '' }, '`` is neither a name nor an address'],
    [{ reached: '300.1.1.1' }, '`300.1.1.1` is no name: it ends in a number and is no address'],
  ])('%j gives no record', (part, reason) => {
    expect(enrich(observation(part), context)).toEqual({ reason })
  })
})

describe('what the source states', () => {
  test('is never replaced, also when it is empty', () => {
    const asset = assetOf({
      stated: {
        body: '<title>found</title>',
        header: 'HTTP/1.1 200 OK\r\nServer: nginx\r\n',
        title: '',
        server: ' Apache ',
        status_code: 404,
        country: '',
        body_hash: 'x',
        protocol: 'weird',
      },
    })
    expect(asset).toMatchObject({
      title: '',
      server: ' Apache ',
      status_code: 404,
      country: '',
      body_hash: 'x',
    })
    expect(asset).toMatchObject({ protocol: 'weird', host: '192.0.2.1:80' })
    expect(asset.stated).toEqual([
      'body',
      'header',
      'title',
      'server',
      'status_code',
      'country',
      'body_hash',
      'protocol',
    ])
  })

  test('about the place is not mixed with another place', () => {
    expect(assetOf({ stated: { country: 'FR' } })).toMatchObject({
      country: 'FR',
      country_name: 'France',
      province: '',
      city: '',
      latitude: null,
      as_number: 64500,
    })
    expect(assetOf({ stated: { country: 'de', city: 'Nuremberg' } })).toMatchObject({
      country: 'de',
      country_name: 'Germany',
      province: 'Bavaria',
      city: 'Nuremberg',
      latitude: null,
      longitude: null,
    })
  })

  test('about the country by name alone is not mixed with another country', () => {
    expect(assetOf({ stated: { country_name: 'France' } })).toMatchObject({
      country: '',
      city: '',
      latitude: null,
    })
    expect(assetOf({ stated: { country_name: 'germany' } })).toMatchObject({ country: 'DE', city: 'Munich' })
    const german = { country: 'DE', country_name: 'Deutschland' }
    expect(assetOf({ stated: german })).toMatchObject({ ...german, city: 'Munich' })
  })

  test('about the network is not mixed with another network', () => {
    expect(assetOf({ stated: { as_number: 64511 } })).toMatchObject({ as_number: 64511, as_organization: '' })
    expect(assetOf({ stated: { as_number: 64500 } }).as_organization).toBe('Example Networks')
  })

  test('counts as absent where it cannot be a value of its column', () => {
    const asset = assetOf({ stated: { ip: 'nonsense', latitude: 91, as_number: -1, status_code: 1.5 } })
    expect(asset).toMatchObject({ ip: '192.0.2.1', latitude: 48.1374, as_number: 64500, status_code: null })
    expect(asset.stated).toEqual([])
  })

  test('becomes valid UTF-8, and control characters of a banner readable', () => {
    const asset = assetOf({
      stated: { title: 'a\ud800b', banner: '\u0015\u0003 220 ok\r\n\\x00', product: ['\udc00', ''] },
    })
    expect(asset.title).toBe('a\ufffdb')
    expect(asset.banner).toBe('\\x15\\x03 220 ok\r\n\\x00')
    expect(asset.product).toEqual(['\ufffd'])
  })
})

describe('place and network', () => {
  test('follow from the address', () => {
    expect(assetOf({})).toMatchObject({ ...munich, isp: '' })
    expect(assetOf({ reached: 'example.com', stated: { ip: '192.0.2.7' } })).toMatchObject({
      ...munich,
      ip: '192.0.2.7',
    })
  })

  test('are unknown without an address', () => {
    expect(assetOf({ reached: 'example.com' })).toMatchObject({ ...nowhere, ip: '' })
  })

  test('isp comes from a database that names one, never from the organisation', () => {
    const locator = { locate: () => ({ ...munich, isp: 'Example Telecom' }), databases: [] }
    expect(assetOf({}, { locator }).isp).toBe('Example Telecom')
    expect(assetOf({ stated: { as_organization: 'Example' } }).isp).toBe('')
  })
})

describe('pages', () => {
  test('give title, server, status code, hashes, type and link', () => {
    const asset = assetOf({
      reached: 'www.example.com',
      stated: {
        header: 'HTTP/1.1 403 Forbidden\r\nServer: nginx/1.24.0\r\nContent-Type: text/html\r\n\r\n',
        body: '<html><TITLE>\n Панель  &amp; more\t</TITLE>',
      },
    })
    expect(asset).toMatchObject({
      title: 'Панель & more',
      server: 'nginx/1.24.0',
      status_code: 403,
      type: 'subdomain',
      protocol: 'http',
      host: 'www.example.com',
      link: 'http://www.example.com',
      page_depth: 0,
      banner_hash: '',
    })
    expect(asset.header_hash).toMatch(/^-?\d+$/)
  })

  test.each([
    [{ scheme: 'https', path: '/' }, 443, 'https://example.com', 'https://example.com', 0],
    [
      { scheme: 'https', path: '/a//b/' },
      8443,
      'https://example.com:8443',
      'https://example.com:8443/a//b/',
      2,
    ],
    [{ scheme: 'http', path: '/x' }, 8080, 'example.com:8080', 'http://example.com:8080/x', 1],
  ] as const)('%j on port %i is spelled %s', (page, port, host, link, page_depth) => {
    const asset = assetOf({ reached: 'example.com', port, page })
    expect(asset).toMatchObject({ host, link, page_depth, protocol: page.scheme, type: 'subdomain' })
    expect(asset.stated).toEqual(['protocol', 'link'])
  })

  test('longer than the limit are cut at a character boundary; length and hash are of the whole', () => {
    const body = 'é'.repeat(600)
    const whole = assetOf({ stated: { body } }, { bodyLimit: 1200 })
    const cut = assetOf({ stated: { body } }, { bodyLimit: 1001 })
    expect(whole).toMatchObject({ body, body_full_length: null })
    expect(cut).toMatchObject({ body: 'é'.repeat(500), body_full_length: 1200, body_hash: whole.body_hash })
  })

  test('of which only the beginning is known have no hash and the length of the whole', () => {
    expect(assetOf({ stated: { body: 'begin' }, bodyLength: 99 })).toMatchObject({
      body_full_length: 99,
      body_hash: '',
    })
    expect(assetOf({ stated: { body: 'begin' }, bodyLength: 5 })).toMatchObject({ body_full_length: null })
  })
})

describe('certificates', () => {
  const leaf = readFileSync(join(import.meta.dirname, 'certificate/sample/leaf.pem'), 'utf8')
  const forever = readFileSync(join(import.meta.dirname, 'certificate/sample/forever.pem'))

  test('give text and fields', () => {
    const asset = assetOf({ reached: 'x.api.example.com', port: 443, certificate: leaf })
    expect(asset).toMatchObject({
      cert_subject_cn: 'www.example.com',
      cert_subject_org: 'Beispiel GmbH, Söhne & Co',
      cert_issuer_cn: 'Example Test CA',
      cert_issuer_org: 'Example Root München',
      cert_sn: '730750818665451459101842416358141509827966271487',
      cert_domain: ['www.example.com', '*.api.example.com', 'xn--mnchen-3ya.example'],
      cert_is_match: true,
      cert_is_equal: false,
      protocol: 'tls',
      type: 'service',
      content_time: 1767323045,
    })
    expect(asset.cert).toContain('Serial Number: 730750818665451459101842416358141509827966271487\n')
    expect(asset.stated).toEqual([])
  })

  test('may end in the year 9999 and name nobody', () => {
    expect(assetOf({ certificate: forever })).toMatchObject({
      cert_not_before: '1970-01-01 00:00:00',
      cert_not_after: '9999-12-31 23:59:59',
      cert_domain: [],
      cert_is_match: false,
      cert_is_equal: true,
    })
  })

  test('are matched with addresses among their names', () => {
    expect(assetOf({ reached: '192.0.2.7', certificate: leaf }).cert_is_match).toBe(true)
    expect(assetOf({ reached: '2001:db8::7', certificate: leaf }).cert_is_match).toBe(true)
    expect(assetOf({ reached: '192.0.2.8', certificate: leaf }).cert_is_match).toBe(false)
  })

  test('that cannot be read drop nothing', () => {
    const asset = assetOf({ certificate: new Uint8Array([0x30, 0x82, 1, 2]), stated: { title: 'kept' } })
    expect(asset).toMatchObject({ title: 'kept', cert: '', cert_is_match: null, cert_is_equal: null })
  })

  test('never replace what the source states of them', () => {
    const stated = { cert: 'text', cert_sn: '1', cert_is_match: null, cert_domain: [] }
    expect(assetOf({ certificate: leaf, stated })).toMatchObject({
      ...stated,
      cert_subject_cn: 'www.example.com',
    })
  })

  test('of which only the text is known give their fields', () => {
    const cert = assetOf({ certificate: leaf }).cert
    expect(assetOf({ reached: 'www.example.com', stated: { cert } })).toMatchObject({
      cert,
      cert_subject_cn: 'www.example.com',
      cert_not_after: '2027-12-23 08:41:52',
      cert_is_match: true,
      cert_is_equal: false,
    })
  })

  test('of which only fields are known give a text that can be searched', () => {
    const stated = {
      cert_subject_cn: 'a.example',
      cert_domain: ['a.example', 'b.example'],
      cert_not_after: '2027-01-01 00:00:00',
    }
    const asset = assetOf({ reached: 'b.example', stated })
    expect(asset.cert).toBe(
      'Validity:\n  Not After : 2027-01-01 00:00:00 UTC\n\nSubject:\n  CommonName: a.example\n\nSubject Alternative Name:\n  DNS Names:\n    a.example\n    b.example',
    )
    expect(asset).toMatchObject({ cert_is_match: true, cert_is_equal: null, cert_sn: '' })
  })

  test('make a page https', () => {
    const stated = { header: 'HTTP/1.1 200 OK\r\n' }
    expect(assetOf({ port: 443, stated, certificate: leaf }).host).toBe('https://192.0.2.1')
  })
})

describe('products', () => {
  test('stated apart are told together in structinfo', () => {
    const stated = { product: ['nginx'], product_version: ['1.24.0'], category: ['web-server'] }
    expect(JSON.parse(assetOf({ stated }).structinfo)).toEqual({
      product: ['nginx'],
      version: ['1.24.0'],
      category: ['web-server'],
    })
    expect(assetOf({ stated: { ...stated, structinfo: '' } }).structinfo).toBe('')
    expect(assetOf({ stated: { os: 'Linux' } }).structinfo).toBe('')
  })
})

describe('times and content', () => {
  const time = Date.UTC(2026, 5, 1, 12, 0, 0, 999)

  test('without a time of its own an observation takes the default', () => {
    expect(assetOf({})).toMatchObject({ lastupdatetime: 1767323045, firstseen: 1767323045 })
    expect(assetOf({ time, firstSeen: time - 5000 })).toMatchObject({
      lastupdatetime: 1780315200,
      firstseen: 1780315195,
    })
    expect(assetOf({ time: -1, firstSeen: Number.POSITIVE_INFINITY })).toMatchObject({
      lastupdatetime: 1767323045,
    })
  })

  test.each([
    ['nothing', {}],
    ['only type and tags', { stated: { type: 'service', tag: ['demo'] } }],
    ['only empty content', { stated: { title: '', product: [], status_code: null } }],
    ['only the address and its place', { stated: { ip: '192.0.2.1', country: 'DE' } }],
    ['a repetition', { stated: { header: 'HTTP/1.1 304' }, repeat: true }],
  ] as const)('an observation that states %s is bare', (_, part) => {
    expect(assetOf({ ...part, time })).toMatchObject({ content_time: null, content_import: '', history: [] })
  })

  test.each([
    ['a protocol', { stated: { protocol: 'ssh' } }],
    ['a page', { page: { scheme: 'http', path: '/' } }],
    ['an icon', { icon: new Uint8Array([1]) }],
  ] as const)('an observation with %s brings content', (_, part) => {
    const asset = assetOf({ ...part, time })
    expect(asset).toMatchObject({ content_time: 1780315200, content_import: 'import-1' })
    expect(asset.history).toHaveLength(1)
  })

  test('the history begins with one hash per part', () => {
    const { history, header_hash, body_hash, banner_hash } = assetOf({
      time,
      stated: { header: 'h', body: 'b', banner: 'n' },
    })
    expect(history).toEqual([
      { time: 1780315200, title: '', header: header_hash, body: body_hash, banner: banner_hash, cert: '' },
    ])
  })
})
