import { describe, expect, it } from 'vitest'
import {
  cpeProduct,
  decimalSerial,
  defined,
  headerOfMap,
  reachedBy,
  readAsNumber,
  readDistinguishedName,
  readTlsVersion,
  splitMessage,
  statedCertificate,
  statedProducts,
  statusOf,
} from './index.ts'

describe('where something was reached', () => {
  it.each([
    ['www.example.com', '192.0.2.1', { reached: 'www.example.com', stated: { ip: '192.0.2.1' } }],
    ['www.example.com', undefined, { reached: 'www.example.com', stated: {} }],
    ['www.example.com', 'no address', { reached: 'www.example.com', stated: {} }],
    ['192.0.2.1', '192.0.2.1', { reached: '192.0.2.1', stated: {} }],
    ['[2001:DB8::1]', undefined, { reached: '2001:db8::1', stated: {} }],
    [' ', '2001:DB8::1', { reached: '2001:db8::1', stated: {} }],
    [undefined, 'name', undefined],
  ])('by name %j and address %j is %j', (name, address, expected) =>
    expect(reachedBy(name, address)).toEqual(expected),
  )
})

describe('spellings', () => {
  it.each([
    ['tls12', 'TLSv1.2'],
    ['TLSv1_3', 'TLSv1.3'],
    ['TLS 1.0', 'TLSv1.0'],
    ['TLSv1', 'TLSv1.0'],
    ['SSLv3', 'SSLv3'],
    ['ssl30', 'SSLv3'],
    ['DTLS', 'DTLS'],
  ])('the TLS version %s is %s', (text, expected) => expect(readTlsVersion(text)).toBe(expected))

  it.each([
    ['0A:1B', '2587'],
    ['0x10', '16'],
    ['10', '10'],
    ['007', '7'],
    ['zz', undefined],
    ['f'.repeat(300), undefined],
  ])('the serial %s is %s', (text, expected) => expect(decimalSerial(text)).toBe(expected))

  it.each([
    ['AS13335', 13335],
    ['13335', 13335],
    [13335, 13335],
    [4294967296, undefined],
    ['AS0', undefined],
    ['13335 Example', undefined],
    [1.5, undefined],
  ])('the AS number %j is %j', (value, expected) => expect(readAsNumber(value)).toBe(expected))
})

describe('HTTP messages', () => {
  it.each([
    ['HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody\r\n\r\nmore', 'HTTP/1.1 200 OK\r\nA: b', 'body\r\n\r\nmore'],
    ['HTTP/1.0 200\nA: b\n\nbody', 'HTTP/1.0 200\nA: b', 'body'],
    ['HTTP/1.1 204 No Content\r\n', 'HTTP/1.1 204 No Content', ''],
  ])('%j splits at the first blank line', (text, header, body) =>
    expect(splitMessage(text)).toEqual({ header, body }),
  )

  it('leaves every other text alone', () => expect(splitMessage('SSH-2.0-x')).toBeUndefined())

  it.each([
    ['HTTP/1.1 200 OK', 200],
    ['HTTP/2  404', 404],
    ['HTTP/1.1 2000', undefined],
    ['SIP/2.0 200', undefined],
  ])('the status of %j is %j', (header, status) => expect(statusOf(header)).toBe(status))

  it('puts a map of names back together, unknown names and repeated values included', () =>
    expect(
      headerOfMap('HTTP/1.1 200 OK', {
        set_cookie: ['a=1', 'b=2'],
        Content_Type: 'text/html',
        _encoding: { Content_Type: 'DISPLAY_UTF8' },
        bad: 7,
        unknown: [{ key: 'x_id', value: ['1'] }, { key: 5, value: 'x' }, null],
      }),
    ).toBe('HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Type: text/html\r\nX-Id: 1'))
})

describe('products', () => {
  it('name each product once and keep name, version and category together', () =>
    expect(
      statedProducts([
        { product: 'Nginx', version: '1.25' },
        { product: 'nginx', category: ['Web servers'] },
        { product: 'PHP', version: '8.3', category: ['Languages', 'Web servers'] },
        { product: 'PHP', version: '8.3' },
        { product: '' },
      ]),
    ).toEqual({
      product: ['Nginx', 'PHP'],
      product_version: ['1.25', '8.3'],
      category: ['Web servers', 'Languages'],
      structinfo:
        '[{"product":"Nginx","version":"1.25","category":"Web servers"},{"product":"PHP","version":"8.3","category":"Languages,Web servers"}]',
    }))

  it('state nothing when there is none', () => expect(statedProducts([])).toEqual({}))

  it.each([
    ['cpe:/a:apache:http_server:2.4.38', { product: 'http_server', version: '2.4.38' }],
    ['cpe:2.3:a:f5:nginx:1.25.3:*:*:*:*:*:*:*', { product: 'nginx', version: '1.25.3' }],
    ['cpe:2.3:o:*:linux:*:*:*:*:*:*:*:*', { product: 'linux', version: undefined }],
    ['cpe:/a:vendor:a%21b', { product: 'a!b', version: undefined }],
    ['cpe:2.3:a:vendor:*', undefined],
    ['nginx', undefined],
  ])('of the CPE %s are %j', (cpe, expected) => expect(cpeProduct(cpe)).toEqual(expected))
})

describe('certificates without bytes', () => {
  it.each([
    ['C=US, O=Example\\, Inc., CN=a', ['Country: US', 'Organization: Example, Inc.', 'CommonName: a']],
    ['C=US, O=Example, Inc., CN=a', ['Country: US', 'Organization: Example, Inc.', 'CommonName: a']],
    ['CN=a,1.2.3=b', ['CommonName: a', '1.2.3: b']],
  ])('the name %s has its parts in order', (text, expected) =>
    expect(readDistinguishedName(text)?.map(({ label, value }) => `${label}: ${value}`)).toEqual(expected),
  )

  it('state what is known and print it as a block', () => {
    const name = readDistinguishedName('O=Example, CN=example.com')
    expect(statedCertificate({ serial: '7', issuer: name, subject: name, notAfter: 1e12 })).toEqual({
      cert:
        'Serial Number: 7\n\nIssuer:\n  Organization: Example\n  CommonName: example.com\n\n' +
        'Validity:\n  Not After : 2001-09-09 01:46:40 UTC\n\n' +
        'Subject:\n  Organization: Example\n  CommonName: example.com',
      cert_subject_cn: 'example.com',
      cert_subject_org: 'Example',
      cert_issuer_cn: 'example.com',
      cert_issuer_org: 'Example',
      cert_sn: '7',
      cert_not_after: '2001-09-09 01:46:40',
      cert_is_equal: true,
    })
    expect(statedCertificate({})).toEqual({})
  })
})

it('leaves out what is unknown and keeps what is empty on purpose', () =>
  expect(defined({ a: undefined, b: [], c: '', d: 0, e: false })).toEqual({ c: '', d: 0, e: false }))
