// The columns that a certificate fills.
import {
  type Certificate,
  type CertificateFields,
  coversName,
  partOf,
  printCertificate,
  printFields,
  readCertificate,
  readCertificateText,
} from './certificate/index.ts'
import { type Draft, fill } from './draft.ts'
import { wellFormed } from './text.ts'

/** A certificate with its text, independent of the record. */
interface DescribedCertificate extends Certificate {
  readonly text: string
  readonly commonName: string
  /** The fields in the text. */
  readonly facts: CertificateFields
}

const REMEMBERED = 512
/** Length in bytes or characters up to which a certificate is cached; almost all are shorter than a tenth of this. */
const LONGEST_REMEMBERED = 64 * 1024

/** Creates a reader of certificates that caches the last few hundred: one certificate often occurs on many addresses. */
export function createCertificateReader(): (source: Uint8Array | string) => DescribedCertificate | undefined {
  const known = new Map<string, DescribedCertificate | undefined>()
  return (source) => {
    const key = keyOf(source)
    if (known.has(key)) return known.get(key)
    if (known.size >= REMEMBERED) known.clear()
    const described = describe(readCertificate(source))
    if (key.length <= LONGEST_REMEMBERED) known.set(key, described)
    return described
  }
}

/** The bytes themselves are the key: collisions of a hash could be constructed. */
function keyOf(source: Uint8Array | string): string {
  return typeof source === 'string'
    ? source
    : Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString('latin1')
}

function describe(certificate: Certificate | undefined): DescribedCertificate | undefined {
  if (certificate === undefined) return undefined
  const text = wellFormed(printCertificate(certificate))
  return {
    ...certificate,
    text,
    commonName: partOf(certificate.subject, 'CommonName'),
    facts: readCertificateText(text),
  }
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
  fill(draft, 'cert_key_sha256', certificate.key?.sha256 ?? '')
  fillNames(draft, certificate.facts)
  // The names may have been after the cut.
  if (certificate.isWhole || certificate.hasAlternativeNames)
    fill(draft, 'cert_is_match', coversName(certificate, draft.asset.reached, isAddress))
}

/**
 * Fills what is derived from a stated certificate text or from stated certificate fields when the certificate itself is missing:
 * fields from the text, a short text from the fields, and whether the names cover the reached one.
 */
export function fillStatedCertificate(draft: Draft, isAddress: boolean): void {
  const { asset, stated } = draft
  if (asset.cert === '') fill(draft, 'cert', printFields(fieldsOf(draft)))
  else if (!FIELDS.every((column) => stated.has(column))) fillFields(draft, readCertificateText(asset.cert))
  if (asset.cert_domain.length === 0 && asset.cert_subject_cn === '') return
  const names = asset.cert_domain
  const presented = {
    commonName: asset.cert_subject_cn,
    hasAlternativeNames: names.length > 0,
    dnsNames: names,
    addresses: names,
  }
  fill(draft, 'cert_is_match', coversName(presented, asset.reached, isAddress))
}

const FIELDS = [
  'cert_sn',
  'cert_subject_cn',
  'cert_subject_org',
  'cert_issuer_cn',
  'cert_issuer_org',
  'cert_not_before',
  'cert_not_after',
  'cert_domain',
  'cert_is_equal',
  'cert_sha256',
  'cert_subject',
  'cert_issuer',
] as const

function fillFields(draft: Draft, fields: CertificateFields): void {
  fill(draft, 'cert_sn', fields.serial)
  fill(draft, 'cert_subject_cn', fields.subjectName)
  fill(draft, 'cert_subject_org', fields.subjectOrganization)
  fill(draft, 'cert_issuer_cn', fields.issuerName)
  fill(draft, 'cert_issuer_org', fields.issuerOrganization)
  fill(draft, 'cert_not_before', fields.notBefore)
  fill(draft, 'cert_not_after', fields.notAfter)
  fill(draft, 'cert_domain', fields.names)
  fill(draft, 'cert_is_equal', fields.isSelfIssued ?? null)
  fillNames(draft, fields)
}

function fillNames(draft: Draft, { sha256, subject, issuer }: CertificateFields): void {
  fill(draft, 'cert_sha256', sha256)
  fill(draft, 'cert_subject', subject)
  fill(draft, 'cert_issuer', issuer)
}

function fieldsOf({ asset }: Draft): CertificateFields {
  return {
    serial: asset.cert_sn,
    subjectName: asset.cert_subject_cn,
    subjectOrganization: asset.cert_subject_org,
    issuerName: asset.cert_issuer_cn,
    issuerOrganization: asset.cert_issuer_org,
    notBefore: asset.cert_not_before,
    notAfter: asset.cert_not_after,
    names: asset.cert_domain,
    sha256: asset.cert_sha256,
    subject: asset.cert_subject,
    issuer: asset.cert_issuer,
    isSelfIssued: undefined,
  }
}
