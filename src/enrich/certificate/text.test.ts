import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { growth, LINEAR } from '../../../test/support/growth.ts'
import { printCertificate, printFields, readCertificate, readCertificateText } from './index.ts'

const leaf = {
  serial: '730750818665451459101842416358141509827966271487',
  subjectName: 'www.example.com',
  subjectOrganization: 'Beispiel GmbH, Söhne & Co',
  issuerName: 'Example Test CA',
  issuerOrganization: 'Example Root München',
  notBefore: '2026-11-21 08:41:52',
  notAfter: '2027-12-23 08:41:52',
  names: ['www.example.com', '*.api.example.com', 'xn--mnchen-3ya.example'],
  isSelfIssued: false,
  sha256: '57bcd912f8da1ae1ba17812540202d724aa291f060e72dfacc08d35c78e73b89',
  subject: 'C=DE, ST=Bayern, L=Nürnberg, O=Beispiel GmbH, Söhne & Co, OU=IT, CN=www.example.com',
  issuer: 'C=DE, O=Example Root München, CN=Example Test CA',
}

const path = join(import.meta.dirname, 'sample', 'leaf.pem')

describe('the fields of a certificate text', () => {
  test('are read from our own layout', () => {
    const certificate = readCertificate(readFileSync(path))
    expect(certificate && readCertificateText(printCertificate(certificate))).toEqual(leaf)
  })

  test('are read from the layout of hosted engines, whose times have no seconds', () => {
    const text = [
      'Version:  v3',
      'Serial Number: 14010541196828421591573906082435440804',
      'Signature Algorithm: SHA256-RSA',
      '',
      'Issuer:',
      '  Country: US',
      '  Organization: Example CA Inc',
      '  CommonName: Example TLS CA: G1',
      '',
      'Validity:',
      '  Not Before: 2022-03-12 00:00 UTC',
      '  Not After : 2023-03-12 23:59 UTC',
      '',
      'Subject:',
      '  CommonName: sky.example.com',
      '',
      'DNS Names:',
      '  sky.example.com',
      '  example.com',
      '',
      'Certificate Signature Algorithm: SHA256-RSA',
    ].join('\n')
    expect(readCertificateText(text)).toEqual({
      serial: '14010541196828421591573906082435440804',
      subjectName: 'sky.example.com',
      subjectOrganization: '',
      issuerName: 'Example TLS CA: G1',
      issuerOrganization: 'Example CA Inc',
      notBefore: '2022-03-12 00:00:00',
      notAfter: '2023-03-12 23:59:00',
      names: ['sky.example.com', 'example.com'],
      isSelfIssued: false,
      sha256: '',
      subject: 'CN=sky.example.com',
      issuer: 'C=US, O=Example CA Inc, CN=Example TLS CA: G1',
    })
  })

  test('are read from OpenSSL’s layout', () => {
    const text = readFileSync(join(import.meta.dirname, 'sample', 'leaf.openssl.txt'), 'utf8')
    expect(readCertificateText(text)).toEqual({ ...leaf, sha256: '' })
  })

  test('are unknown when the text does not contain them', () => {
    const unknown = {
      ...leaf,
      serial: '',
      subjectName: '',
      subjectOrganization: '',
      issuerName: '',
      issuerOrganization: '',
    }
    expect(readCertificateText('TLS/1.2 cipher:0xc02f, www.example.com')).toEqual({
      ...unknown,
      notBefore: '',
      notAfter: '',
      names: [],
      isSelfIssued: undefined,
      ...{ sha256: '', subject: '', issuer: '' },
    })
    expect(readCertificateText('Not Before: sometime\nNot After: 2022-13-45 00:00 UTC')).toMatchObject({
      notBefore: '',
      notAfter: '',
    })
  })

  test('of a self-signed certificate are recognised', () => {
    expect(readCertificateText('Issuer:\n  CommonName: a\nSubject:\n  CommonName: a').isSelfIssued).toBe(true)
    expect(readCertificateText('Issuer: CN=a, O=b\nSubject: O=b, CN=a').isSelfIssued).toBe(true)
    expect(readCertificateText('Issuer: CN=a\nSubject: CN=b').isSelfIssued).toBe(false)
  })

  test.each([
    ['Subject: ', 'a'],
    ['Subject: ', 'a,'],
    ['', 'DNS:'],
    ['Subject:\n', ' x:\n'],
  ])('are read in linear time from %j and many %j', async (start, piece) => {
    expect(await growth((size) => readCertificateText(start + piece.repeat(size)), 7500)).toBeLessThan(LINEAR)
  })

  test('survive printing and reading', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9*.ü-]{1,20}$/)
    const fields = fc.record({
      serial: fc.bigInt({ min: 0n, max: 2n ** 160n }).map(String),
      subjectName: word,
      subjectOrganization: word,
      issuerName: word,
      issuerOrganization: word,
      notBefore: fc.constant('2020-01-02 03:04:05'),
      notAfter: fc.constant('9999-12-31 23:59:59'),
      names: fc.uniqueArray(word, { maxLength: 5 }),
    })
    fc.assert(
      fc.property(fields, (known) => {
        const isSelfIssued =
          known.subjectName === known.issuerName && known.subjectOrganization === known.issuerOrganization
        const subject = `O=${known.subjectOrganization}, CN=${known.subjectName}`
        const issuer = `O=${known.issuerOrganization}, CN=${known.issuerName}`
        const all = { ...known, isSelfIssued, subject, issuer, sha256: '' }
        expect(readCertificateText(printFields(all))).toEqual(all)
      }),
    )
  })
})
