// The columns that a certificate fills.
import {
  type Certificate,
  coversName,
  partOf,
  printCertificate,
  readCertificate,
} from './certificate/index.ts'
import { type Draft, fill } from './draft.ts'
import { wellFormed } from './text.ts'

/** A certificate with its text, whichever record shows it. */
export interface DescribedCertificate extends Certificate {
  readonly text: string
  readonly commonName: string
}

const REMEMBERED = 512

/** A reader of certificates that remembers the last few hundred: one certificate often stands on many addresses. */
export function createCertificateReader(): (source: Uint8Array | string) => DescribedCertificate | undefined {
  const known = new Map<string, DescribedCertificate | undefined>()
  return (source) => {
    const key = keyOf(source)
    if (known.has(key)) return known.get(key)
    if (known.size >= REMEMBERED) known.clear()
    const described = describe(readCertificate(source))
    known.set(key, described)
    return described
  }
}

/** The bytes themselves as a key: a hash could be made to collide. */
function keyOf(source: Uint8Array | string): string {
  return typeof source === 'string'
    ? source
    : Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString('latin1')
}

function describe(certificate: Certificate | undefined): DescribedCertificate | undefined {
  if (certificate === undefined) return undefined
  const text = wellFormed(printCertificate(certificate))
  return { ...certificate, text, commonName: partOf(certificate.subject, 'CommonName') }
}

/** Fills certificate text and fields. */
export function fillCertificate(draft: Draft, certificate: DescribedCertificate, isAddress: boolean): void {
  const { subject, issuer } = certificate
  fill(draft, 'cert', certificate.text)
  fill(draft, 'cert_sn', certificate.serial)
  fill(draft, 'cert_subject_cn', wellFormed(certificate.commonName))
  fill(draft, 'cert_subject_org', wellFormed(partOf(subject, 'Organization')))
  fill(draft, 'cert_issuer_cn', wellFormed(partOf(issuer, 'CommonName')))
  fill(draft, 'cert_issuer_org', wellFormed(partOf(issuer, 'Organization')))
  fill(draft, 'cert_not_before', certificate.notBefore)
  fill(draft, 'cert_not_after', certificate.notAfter)
  fill(draft, 'cert_is_equal', certificate.isSelfIssued)
  fill(draft, 'cert_domain', certificate.dnsNames)
  fill(draft, 'cert_is_match', coversName(certificate, draft.asset.reached, isAddress))
}
