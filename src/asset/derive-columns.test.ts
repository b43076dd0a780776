import { describe, expect, test } from 'vitest'
import { asset } from '../../test/support/asset.ts'
import { type Asset, deriveColumns } from './index.ts'

const bare = asset({ reached: '192.0.2.1', port: 8443 })
const page = { header: 'HTTP/1.1 200 OK\r\n', body: 'x' }

describe('a record', () => {
  test.each<[string, Partial<Asset>, string, string, string, string]>([
    ['a bare port', {}, '', 'service', '192.0.2.1:8443', ''],
    ['a page', page, 'http', 'subdomain', '192.0.2.1:8443', 'http://192.0.2.1:8443'],
    [
      'a page and a certificate',
      { ...page, cert: 'x' },
      'https',
      'subdomain',
      'https://192.0.2.1:8443',
      'https://192.0.2.1:8443',
    ],
    [
      'a page and a TLS version',
      { ...page, tls_version: 'TLSv1.3' },
      'https',
      'subdomain',
      'https://192.0.2.1:8443',
      'https://192.0.2.1:8443',
    ],
    ['a title alone', { title: 'x' }, 'http', 'subdomain', '192.0.2.1:8443', 'http://192.0.2.1:8443'],
    ['a certificate alone', { cert: 'x' }, 'tls', 'service', '192.0.2.1:8443', ''],
    ['an SSH banner', { banner: 'SSH-2.0-x' }, 'ssh', 'service', '192.0.2.1:8443', ''],
    ['an FTP banner', { banner: '220 (vsFTPd 3.0.3)\r\n' }, 'ftp', 'service', '192.0.2.1:8443', ''],
    [
      'an SMTP banner and a certificate',
      { banner: '220 a ESMTP Postfix', cert: 'x' },
      'smtp',
      'service',
      '192.0.2.1:8443',
      '',
    ],
    ['an HTTP banner', { banner: 'HTTP/1.1 400 Bad Request\r\n' }, 'http', 'service', '192.0.2.1:8443', ''],
    [
      'an HTTP banner and a certificate',
      { banner: 'HTTP/1.1 400 Bad Request\r\n', cert: 'x' },
      'https',
      'service',
      'https://192.0.2.1:8443',
      '',
    ],
    ['an unknown banner', { banner: '\\x15\\x03' }, '', 'service', '192.0.2.1:8443', ''],
    [
      'a stated protocol',
      { ...page, protocol: 'rtsp', stated: ['protocol'] },
      'rtsp',
      'subdomain',
      '192.0.2.1:8443',
      '',
    ],
    [
      'a stated empty protocol',
      { banner: 'SSH-2.0-x', stated: ['protocol'] },
      '',
      'service',
      '192.0.2.1:8443',
      '',
    ],
    [
      'a stated type',
      { ...page, type: 'service', stated: ['type'] },
      'http',
      'service',
      '192.0.2.1:8443',
      'http://192.0.2.1:8443',
    ],
    [
      'a stated link',
      { link: 'https://a.example/x', stated: ['link'] },
      'https',
      'subdomain',
      'https://192.0.2.1:8443',
      'https://a.example/x',
    ],
  ])('with %s', (_, parts, protocol, type, host, link) => {
    const derived = deriveColumns({ ...bare, ...parts })
    expect(derived).toMatchObject({ protocol, type, host, link })
    expect(deriveColumns(derived)).toEqual(derived)
  })

  test('that was merged from a page and a certificate becomes https', () => {
    const first = deriveColumns({ ...bare, ...page })
    expect(first.protocol).toBe('http')
    expect(deriveColumns({ ...first, cert: 'x' })).toMatchObject({
      protocol: 'https',
      link: 'https://192.0.2.1:8443',
    })
  })

  test('on IPv6 has brackets', () => {
    expect(deriveColumns({ ...bare, ...page, reached: '2001:db8::1', port: 80 })).toMatchObject({
      host: '[2001:db8::1]',
      link: 'http://[2001:db8::1]',
    })
  })
})
