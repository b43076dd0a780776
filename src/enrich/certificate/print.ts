// Prints a certificate as text, in the layout that searches over such texts expect: labels and values on lines, in separate
// sections. Raw key and signature bytes are omitted; the fingerprints represent them.
import { createHash } from 'node:crypto'
import type { Certificate } from './certificate.ts'
import type { Name } from './name.ts'

/** The text of a certificate read from DER. */
export function printCertificate(certificate: Certificate): string {
  const sections = [
    [
      `Version:  v${certificate.version}`,
      `Serial Number: ${certificate.serial}`,
      `Signature Algorithm: ${certificate.signature}`,
    ].join('\n'),
    section('Issuer', nameLines(certificate.issuer)),
    section('Validity', validityLines(certificate)),
    section('Subject', nameLines(certificate.subject)),
    section('Subject Public Key Info', keyLines(certificate)),
    section('Authority Key Identifier', [certificate.authorityKey]),
    section('Subject Key Identifier', [certificate.subjectKey]),
    section('CRL Distribution Points', certificate.crlUrls),
    section('Basic Constraints', constraintLines(certificate)),
    section('OCSP Server', certificate.ocspUrls),
    section('Issuing Certificate URL', certificate.issuerUrls),
    section('Key Usage', certificate.keyUsages),
    section('Extended Key Usage', certificate.extendedUsages),
    section('Subject Alternative Name', alternativeLines(certificate)),
    section('Fingerprint', certificate.isWhole ? fingerprintLines(certificate.der) : []),
  ]
  return sections.filter((text) => text !== '').join('\n\n')
}

/** A headed list of indented lines; `''` when every line is empty. */
export function section(heading: string, lines: readonly string[]): string {
  const present = lines.filter((line) => line !== '').map(oneLine)
  return present.length === 0 ? '' : [`${heading}:`, ...present.map((line) => `  ${line}`)].join('\n')
}

/** Names may contain any character, including line ends; in the text each stays on one line. */
function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f]/g, (control) => {
    return `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`
  })
}

function nameLines(name: Name): readonly string[] {
  return name.map(({ label, value }) => `${label}: ${value}`)
}

function validityLines({ notBefore, notAfter }: Certificate): readonly string[] {
  return [notBefore && `Not Before: ${notBefore} UTC`, notAfter && `Not After : ${notAfter} UTC`]
}

function keyLines({ key }: Certificate): readonly string[] {
  if (key === undefined) return []
  return [
    `Public Key Algorithm: ${key.algorithm}`,
    key.bits === undefined ? '' : `Public Key Size: ${key.bits} bits`,
    key.curve && `Curve: ${key.curve}`,
  ]
}

function constraintLines({ isAuthority, pathLength }: Certificate): readonly string[] {
  if (isAuthority === undefined) return []
  return [`CA : ${isAuthority}`, `Path Length Constraint: ${pathLength ?? 'UNLIMITED'}`]
}

function alternativeLines(certificate: Certificate): readonly string[] {
  return [
    ...section('DNS Names', certificate.dnsNames).split('\n'),
    ...section('IP Addresses', certificate.addresses).split('\n'),
    ...section('Email Addresses', certificate.emails).split('\n'),
    ...section('URIs', certificate.uris).split('\n'),
  ]
}

function fingerprintLines(der: Uint8Array): readonly string[] {
  const digest = (algorithm: string) => createHash(algorithm).update(der).digest('hex')
  return [`SHA1: ${digest('sha1')}`, `SHA256: ${digest('sha256')}`]
}
