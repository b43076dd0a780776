import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { assetOf } from '../../test/support/enriched.ts'

describe('certificates', () => {
  const leaf = readFileSync(join(import.meta.dirname, 'certificate/sample/leaf.pem'), 'utf8')
  const forever = readFileSync(join(import.meta.dirname, 'certificate/sample/forever.pem'))

  test('provide text and fields', () => {
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

  test('may end in the year 9999 and have no subject', () => {
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

  test('that cannot be read do not affect other columns', () => {
    const asset = assetOf({ certificate: new Uint8Array([0x30, 0x82, 1, 2]), stated: { title: 'kept' } })
    expect(asset).toMatchObject({ title: 'kept', cert: '', cert_is_match: null, cert_is_equal: null })
  })

  test('never replace what the source states about them', () => {
    const stated = { cert: 'text', cert_sn: '1', cert_is_match: null, cert_domain: [] }
    expect(assetOf({ certificate: leaf, stated })).toMatchObject({
      ...stated,
      cert_subject_cn: 'www.example.com',
    })
  })

  test('known only as text provide their fields', () => {
    const cert = assetOf({ certificate: leaf }).cert
    expect(assetOf({ reached: 'www.example.com', stated: { cert } })).toMatchObject({
      cert,
      cert_subject_cn: 'www.example.com',
      cert_not_after: '2027-12-23 08:41:52',
      cert_is_match: true,
      cert_is_equal: false,
    })
  })

  test('known only as fields provide a searchable text', () => {
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

  test('turn a page into https', () => {
    const stated = { header: 'HTTP/1.1 200 OK\r\n' }
    expect(assetOf({ port: 443, stated, certificate: leaf }).host).toBe('https://192.0.2.1')
  })
})
