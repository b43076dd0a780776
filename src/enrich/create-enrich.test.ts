import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assetOf, enriched } from '../../test/support/enriched.ts'
import { deriveColumns } from '../asset/index.ts'

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
    [
      { reached: '300.1.1.1' },
      '`300.1.1.1` is not a valid name: it ends in a number and is not a valid address',
    ],
  ])('%j yields no record', (part, reason) => {
    expect(enriched(part)).toEqual({ reason })
  })
})

describe('addresses of a name', () => {
  test('are kept up to 64, including the one that answered', () => {
    const addresses = Array.from({ length: 5000 }, (_, index) => `10.0.${index >> 8}.${index & 255}`)
    const { ips } = assetOf({ reached: 'a.example.com', stated: { ip: '192.0.2.1' }, addresses })
    expect(ips).toHaveLength(64)
    expect(ips).toContain('192.0.2.1')
  })
})

describe('names, versions and places that are not valid', () => {
  test('are cut to 4096 characters, blanks at their ends first', () => {
    const long = `${' '.repeat(100_000)}nginx${'-'.repeat(100_000)}`
    const asset = assetOf({
      stated: {
        product: [long, 'PHP'],
        os: long,
        hassh: long,
        server: `a${'\u{1f600}'.repeat(5000)}`,
        tag: Array(20_000).fill('x'),
      },
    })
    expect(asset.product).toEqual([`nginx${'-'.repeat(4091)}`, 'PHP'])
    expect(asset.os).toHaveLength(4096)
    expect(asset.hassh).toHaveLength(4096)
    expect(asset.server).toBe(`a${'\u{1f600}'.repeat(2047)}`)
    expect(asset.tag).toHaveLength(10_000)
    expect(JSON.parse(asset.structinfo)).toMatchObject({ product: asset.product })
  })

  test('derived from the header are cut in the same way', () => {
    const asset = assetOf({ stated: { header: `HTTP/1.1 200 OK\r\nServer: ${'s'.repeat(100_000)}\r\n` } })
    expect(asset.server).toHaveLength(4096)
    expect(asset.header).toHaveLength(100_000 + 'HTTP/1.1 200 OK\r\nServer: \r\n'.length)
  })

  test('do not affect header, title, banner and certificate', () => {
    const text = ` ${'x'.repeat(100_000)} `
    const stated = { title: text, header: text, banner: text, cert: text }
    for (const [column, value] of Object.entries(assetOf({ stated })))
      if (column in stated) expect(value, column).toBe(text)
  })

  test('of up to 4096 characters are unchanged, byte for byte', () => {
    const os = ` ${'x'.repeat(4094)} `
    expect(assetOf({ stated: { os } }).os).toBe(os)
  })
})

describe('pages', () => {
  test('provide title, server, status code, hashes, type and link', () => {
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
    expect(asset.stated).toEqual(['link', 'protocol'])
  })

  test.each([
    [200, 'text/html; charset=utf-8', 1],
    [200, 'application/xhtml+xml', 1],
    [302, 'image/gif', 1],
    [404, 'text/html', 0x4001],
    [200, 'image/png', 0x4001],
    [200, 'application/json', 0x4001],
  ])('with status %i and type %s stand for their host so well', (status_code, type, page_depth) => {
    const header = `HTTP/1.1 ${status_code} X\r\nContent-Type: ${type}`
    const page = { scheme: 'http', path: '/x' } as const
    expect(assetOf({ port: 80, page, stated: { status_code, header } })).toMatchObject({ page_depth })
  })

  test('longer than the limit are cut at a character boundary; length and hash describe the whole', () => {
    const body = 'é'.repeat(600)
    const whole = assetOf({ stated: { body } }, { bodyLimit: 1200 })
    const cut = assetOf({ stated: { body } }, { bodyLimit: 1001 })
    expect(whole).toMatchObject({ body, body_full_length: null })
    expect(cut).toMatchObject({ body: 'é'.repeat(500), body_full_length: 1200, body_hash: whole.body_hash })
  })

  test('known only in part have no hash and the length of the whole', () => {
    expect(assetOf({ stated: { body: 'begin' }, bodyLength: 99 })).toMatchObject({
      body_full_length: 99,
      body_hash: '',
    })
    expect(assetOf({ stated: { body: 'begin' }, bodyLength: 5 })).toMatchObject({ body_full_length: null })
  })
})

describe('products', () => {
  test('stated separately are combined in structinfo', () => {
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

  test('an observation without a time gets the default time', () => {
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
    ['only protocol, type and tags', { stated: { protocol: 'ssh', type: 'service', tag: ['demo'] } }],
    ['only empty content', { stated: { title: '', product: [], status_code: null } }],
    ['only the address and its place', { stated: { ip: '192.0.2.1', country: 'DE' } }],
    ['a repetition', { stated: { header: 'HTTP/1.1 304' }, repeat: true }],
  ] as const)('an observation that states %s is bare', (_, part) => {
    expect(assetOf({ ...part, time })).toMatchObject({ content_time: null, content_import: '', history: [] })
  })

  test.each([
    ['a product', { stated: { product: ['OpenSSH'] } }],
    ['a page', { page: { scheme: 'http', path: '/' } }],
    ['an icon', { icon: new Uint8Array([1]) }],
  ] as const)('an observation with %s brings content', (_, part) => {
    const asset = assetOf({ ...part, time })
    expect(asset).toMatchObject({ content_time: 1780315200, content_import: 'import-1' })
    expect(asset.history).toHaveLength(1)
  })

  test('an icon has the hashes that searches use, unless the source states them', () => {
    const icon = new Uint8Array([1, 2, 3])
    const derived = { icon_hash: '-1221578070', icon_md5: '5289df737df57326fcdd22597afb1fac' }
    expect(assetOf({ icon })).toMatchObject(derived)
    expect(assetOf({ icon, stated: { icon_md5: 'a' } })).toMatchObject({ ...derived, icon_md5: 'a' })
  })

  test('the history starts with one hash per part', () => {
    const { history, header_hash, body_hash, banner_hash } = assetOf({
      time,
      stated: { header: 'h', body: 'b', banner: 'n' },
    })
    expect(history).toEqual([
      { time: 1780315200, title: '', header: header_hash, body: body_hash, banner: banner_hash, cert: '' },
    ])
  })
})

test('any observation becomes a derived record of valid texts, or is refused with a reason', () => {
  const text = fc.string({ unit: 'binary', maxLength: 60 })
  const piece = fc.constantFrom(
    'HTTP/1.1 200 OK\r\n',
    'Server: x',
    '<title>',
    '</title>',
    '\ud800',
    '\u0000',
    'Subject: CN=',
  )
  const hostile = fc.oneof(
    text,
    fc.array(fc.oneof(piece, text)).map((parts) => parts.join('')),
  )
  const observation = fc.record(
    {
      reached: fc.oneof(text, fc.domain(), fc.ipV4(), fc.ipV6()),
      port: fc.oneof(fc.integer({ min: -1, max: 70_000 }), fc.double()),
      time: fc.oneof(fc.double(), fc.constant(undefined)),
      stated: fc.record(
        {
          ip: hostile,
          title: hostile,
          header: hostile,
          body: hostile,
          banner: hostile,
          cert: hostile,
          link: hostile,
        },
        { requiredKeys: [] },
      ),
      certificate: fc.oneof(hostile, fc.uint8Array()),
      page: fc.record({ scheme: fc.constantFrom('http' as const, 'https' as const), path: hostile }),
    },
    { requiredKeys: ['reached', 'port', 'stated'] },
  )
  fc.assert(
    fc.property(observation, (part) => {
      const result = enriched(part)
      if ('reason' in result) {
        expect(result.reason).not.toBe('')
        return
      }
      const { asset } = result
      expect(deriveColumns(asset)).toEqual(asset)
      for (const value of Object.values(asset))
        if (typeof value === 'string') expect(value.isWellFormed()).toBe(true)
      expect(asset.lastupdatetime).toBeGreaterThanOrEqual(asset.firstseen)
    }),
    { numRuns: 200 },
  )
})
