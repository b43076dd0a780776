import { describe, expect, it } from 'vitest'
import { fieldNamed } from '../field/index.ts'
import { readQuery } from './index.ts'
import { respelling } from './respelling.ts'

describe('the stored spelling of a value', () => {
  it.each([
    ['tls.version', 'TLS 1.3', 'TLSv1.3'],
    ['tls.version', 'tls12', 'TLSv1.2'],
    ['tls.version', 'TLSv1.3', undefined],
    ['tls.version', '1.3', undefined],
    ['cert.sha256', 'AB:CD:EF', 'abcdef'],
    ['cert.sha256', 'abcdef', undefined],
    ['cert.key_sha256', 'AB:CD:EF', 'abcdef'],
    [
      'ssh.fingerprint',
      'SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU',
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    ],
    ['ssh.fingerprint', 'MD5:AB:CD', 'abcd'],
    ['ssh.fingerprint', 'ab:cd', 'abcd'],
    ['ssh.fingerprint', 'SHA256:short', undefined],
    ['cert.sn', '03:AB', '939'],
    ['cert.sn', '0x1f', '31'],
    ['cert.sn', '1234', undefined],
    ['cpe', 'cpe:/a:nginx:nginx:1.2', 'cpe:2.3:a:nginx:nginx:1.2'],
    ['icon_hash', '4047578406', '-247388890'],
    ['icon_hash', '-247388890', undefined],
    ['banner_hash', '7330105010150477363', undefined],
    ['title', 'TLS 1.3', undefined],
    ['host', 'Bücher.example', 'xn--bcher-kva.example'],
    ['host', 'https://例え.jp:8443', 'https://xn--r8jz45g.jp:8443'],
    ['domain', '.bücher.example', '.xn--bcher-kva.example'],
    ['cert.domain', 'münchen', 'xn--mnchen-3ya'],
    ['host', 'bücher example', undefined],
    ['host', 'b.example', undefined],
    ['title', 'bücher.example', undefined],
  ])('of %s: %s becomes %s', (field, value, stored) => {
    expect(respelling(value, fieldNamed(field))).toBe(stored)
  })

  it('is tested in addition to the written one, also in lists', () => {
    const values = ['4047578406', '-247388890', '1']
    const tests = values.map((value) => ({ op: 'equalsIgnoringCase', value }))
    expect(readQuery('icon_hash="4047578406,1"').root).toMatchObject({ test: { op: 'any', tests } })
    expect(readQuery('cpe!="cpe:/a:f5:nginx"').root).toMatchObject({ kind: 'not' })
  })

  it('is not tested by `==` where only the case differs', () => {
    expect(readQuery('tls.version=="tlsv1.3"').root).toMatchObject({ test: { op: 'equals' } })
    expect(readQuery('tls.version=="TLS 1.3"').root).toMatchObject({ test: { op: 'any' } })
    expect(readQuery('tls.version="tlsv1.3"').root).toMatchObject({ test: { op: 'any' } })
  })

  it('also turns a region of the hosted service into a country', () => {
    expect(readQuery('region!="HK"').root).toMatchObject({ kind: 'not', child: { kind: 'or' } })
    expect(readQuery('region=="HK"').root).toMatchObject({ kind: 'test' })
    expect(readQuery('city="HK"').root).toMatchObject({ kind: 'test' })
  })
})
