import { createHash, X509Certificate } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sharedData } from '../../../test/support/shared.ts'
import { type Certificate, partOf, printCertificate, readCertificate } from './index.ts'

const pem = (name: string): string => readFileSync(join(import.meta.dirname, 'sample', `${name}.pem`), 'utf8')

function read(source: string | Uint8Array): Certificate {
  const certificate = readCertificate(source)
  if (certificate === undefined) throw new Error('no certificate')
  return certificate
}

describe('a certificate', () => {
  test('with all parts is read completely', () => {
    const certificate = read(pem('leaf'))
    expect(certificate).toMatchObject({
      version: 3,
      // 2^159 - 1: beyond any number type.
      serial: '730750818665451459101842416358141509827966271487',
      signature: 'ECDSA-SHA256',
      key: { algorithm: 'RSA', bits: 2048, curve: '' },
      isSelfIssued: false,
      hasAlternativeNames: true,
      dnsNames: ['www.example.com', '*.api.example.com', 'xn--mnchen-3ya.example'],
      addresses: ['192.0.2.7', '2001:db8::7'],
      emails: ['admin@example.com'],
      uris: ['https://example.com/x'],
      isAuthority: false,
      keyUsages: ['Digital Signature', 'Key Encipherment'],
      extendedUsages: ['Server Auth', 'Client Auth'],
      crlUrls: ['http://crl.example.com/root.crl'],
      ocspUrls: ['http://ocsp.example.com'],
      issuerUrls: ['http://ca.example.com/root.crt'],
      authorityKey: '9B:D0:B9:AF:27:B1:03:B3:2E:7F:CD:D0:0C:68:83:EC:0C:82:2B:13',
    })
    expect(partOf(certificate.subject, 'Organization')).toBe('Beispiel GmbH, Söhne & Co')
    expect(partOf(certificate.issuer, 'Organization')).toBe('Example Root München')
  })

  test.each(['leaf', 'ca', 'forever'])('has the fingerprint of its key: %s', (name) => {
    const text = pem(name)
    const key = new X509Certificate(text).publicKey.export({ type: 'spki', format: 'der' })
    expect(read(text).key?.sha256).toBe(createHash('sha256').update(key).digest('hex'))
  })

  test('of an authority with an elliptic-curve key is recognised', () => {
    expect(read(pem('ca'))).toMatchObject({
      serial: '1',
      signature: 'ECDSA-SHA384',
      key: { algorithm: 'ECDSA', bits: 256, curve: 'P-256' },
      isSelfIssued: true,
      isAuthority: true,
      pathLength: 1,
      keyUsages: ['Cert Sign', 'CRL Sign'],
    })
  })

  test('without extensions and without end is read', () => {
    expect(read(pem('forever'))).toMatchObject({
      version: 1,
      serial: '11259375',
      signature: 'Ed25519',
      notBefore: '1970-01-01 00:00:00',
      notAfter: '9999-12-31 23:59:59',
      isSelfIssued: true,
      hasAlternativeNames: false,
      isAuthority: undefined,
    })
  })

  test('prints as a text of labels and values', async () => {
    await expect(`${printCertificate(read(pem('leaf')))}\n`).toMatchFileSnapshot('sample/leaf.txt')
    await expect(`${printCertificate(read(pem('forever')))}\n`).toMatchFileSnapshot('sample/forever.txt')
  })
})

describe('a source', () => {
  const leaf = read(pem('leaf'))

  test.each([
    ['DER', leaf.der],
    ['PEM with text around it', `subject: x\n${pem('leaf')}trailer\n${pem('ca')}`],
    ['PEM with CRLF', pem('leaf').replaceAll('\n', '\r\n')],
    ['PEM as bytes', Buffer.from(pem('leaf'))],
    ['bare base64', Buffer.from(leaf.der).toString('base64')],
    ['DER with bytes after it', Buffer.concat([leaf.der, Buffer.from([0, 1, 2])])],
  ])('that is %s yields the certificate', (_, source) => {
    expect(read(source)).toEqual(leaf)
  })

  test.each([
    ['nothing', ''],
    ['another text', 'no certificate'],
    ['another PEM block', '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2Vw\n-----END PUBLIC KEY-----'],
    ['another structure', Buffer.from('3003020101', 'hex')],
    ['DER cut before anything is known', leaf.der.subarray(0, 40)],
    ['endless length', Buffer.from('3080308030803080', 'hex')],
  ])('that is %s yields none', (_, source) => {
    expect(readCertificate(source)).toBeUndefined()
  })

  test('that is cut yields what precedes the cut, and no fingerprint', () => {
    const cut = read(leaf.der.subarray(0, leaf.der.length - 100))
    expect(cut).toMatchObject({
      isWhole: false,
      serial: leaf.serial,
      dnsNames: leaf.dnsNames,
      notAfter: leaf.notAfter,
    })
    expect(printCertificate(cut)).not.toContain('Fingerprint')
    for (let length = 0; length < leaf.der.length; length++) {
      const part = readCertificate(leaf.der.subarray(0, length))
      if (part === undefined) continue
      expect(leaf.serial).toBe(part.serial)
      expect([leaf.dnsNames, []]).toContainEqual(part.dnsNames)
    }
  })

  test('of any bytes is refused or read without an exception', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void readCertificate(bytes)))
  })

  test('with any bytes changed is refused, or read and printed, without an exception', () => {
    const change = fc.array(fc.tuple(fc.nat(leaf.der.length - 1), fc.nat(255)), {
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(change, (changes) => {
        const bytes = Uint8Array.from(leaf.der)
        for (const [at, value] of changes) bytes[at] = value
        const certificate = readCertificate(bytes)
        if (certificate !== undefined) expect(printCertificate(certificate)).toContain('Version:')
      }),
      { numRuns: 1000 },
    )
  })
})

/** Every certificate in the real scans, by its base64. */
function realCertificates(): readonly Buffer[] {
  const found = new Map<string, Buffer>()
  for (const [folder, pattern] of [
    ['zgrab2', /"raw":\s*"(MII[A-Za-z0-9+/]+=*)"/g],
    ['masscan', /banner="(?:cert:)?(MII[A-Za-z0-9+/]+=*)"/g],
    ['shodan', /-----BEGIN CERTIFICATE-----\\n([A-Za-z0-9+/=\\n]+)-----END/g],
  ] as const) {
    const path = sharedData(folder)
    for (const name of path === undefined ? [] : readdirSync(path)) {
      const bytes = readFileSync(join(path ?? '', name))
      const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1')
      for (const [, base64 = ''] of text.matchAll(pattern)) {
        const plain = base64.replaceAll('\\n', '')
        found.set(plain, Buffer.from(plain, 'base64'))
      }
    }
  }
  return [...found.values()]
}

const real = realCertificates()

test.skipIf(real.length === 0)(
  'real certificates are read as OpenSSL reads them (skipped where the real scans are absent)',
  () => {
    expect(real.length).toBeGreaterThan(150)
    const iso = (text: string) => new Date(text).toISOString().slice(0, 19).replace('T', ' ')
    for (const der of real) {
      const wanted = new X509Certificate(der)
      const found = read(der)
      const digits = wanted.serialNumber.replace('-', '')
      const serial = `${wanted.serialNumber.startsWith('-') ? '-' : ''}${BigInt(`0x${digits}`)}`
      const names = (wanted.subjectAltName ?? '').split(', ').filter((name) => name.startsWith('DNS:'))
      expect(found.serial).toBe(serial)
      expect(found.notBefore).toBe(iso(wanted.validFrom))
      expect(found.notAfter).toBe(iso(wanted.validTo))
      expect(found.dnsNames).toEqual(names.map((name) => name.slice(4)))
      expect(found.isAuthority === true).toBe(wanted.ca)
      expect(found.isSelfIssued).toBe(wanted.subject === wanted.issuer)
      const fingerprint = wanted.fingerprint256.replaceAll(':', '').toLowerCase()
      expect(printCertificate(found)).toContain(fingerprint)
    }
  },
)
