// Certificates as a scanner states them, in the layout of our certificate texts.

import type { Stated } from '../asset/index.ts'
import { printTime } from '../util/index.ts'
import { type Random, Weighted } from './random.ts'

/** An authority that issues certificates, and for how many days. */
interface Issuer {
  readonly country: string
  readonly organization: string
  readonly commonName: string
  readonly days: number
  readonly weight: number
}

/** Authorities by share. */
export const ISSUERS = new Weighted<Issuer>(
  [
    { country: 'US', organization: "Let's Encrypt", commonName: 'R11', days: 90, weight: 44 },
    { country: 'US', organization: "Let's Encrypt", commonName: 'E6', days: 90, weight: 14 },
    {
      country: 'AT',
      organization: 'ZeroSSL',
      commonName: 'ZeroSSL RSA Domain Secure Site CA',
      days: 90,
      weight: 7,
    },
    {
      country: 'US',
      organization: 'DigiCert Inc',
      commonName: 'DigiCert TLS RSA SHA256 2020 CA1',
      days: 397,
      weight: 9,
    },
    {
      country: 'GB',
      organization: 'Sectigo Limited',
      commonName: 'Sectigo RSA Domain Validation Secure Server CA',
      days: 365,
      weight: 9,
    },
    {
      country: 'BE',
      organization: 'GlobalSign nv-sa',
      commonName: 'GlobalSign RSA OV SSL CA 2018',
      days: 397,
      weight: 4,
    },
  ],
  (issuer) => issuer.weight,
)

const DAY = 86_400_000
/** Validity of certificates that devices make for themselves. */
export const SELF_SIGNED_DAYS = 3650

/** A certificate to make; one without an issuer is self-signed and names no hosts. */
interface CertificateRequest {
  readonly commonName: string
  readonly organization: string
  readonly issuer: Issuer | undefined
  readonly names: readonly string[]
  /** Milliseconds UTC, whole seconds. */
  readonly notBefore: number
  readonly days: number
  /** Whether it covers the name that was reached. */
  readonly isMatch: boolean
}

/** The columns of this certificate. */
export function issueCertificate(random: Random, request: CertificateRequest): Stated {
  const { commonName, organization, issuer, names, notBefore, days, isMatch } = request
  const fields = {
    cert_subject_cn: commonName,
    cert_subject_org: organization,
    cert_issuer_cn: issuer?.commonName ?? commonName,
    cert_issuer_org: issuer?.organization ?? '',
    cert_sn: serialOf(random),
    cert_domain: issuer === undefined ? [] : names,
    cert_not_before: printTime(notBefore),
    cert_not_after: printTime(notBefore + days * DAY - 1000),
    cert_is_match: isMatch,
    cert_is_equal: issuer === undefined,
  }
  return {
    ...fields,
    cert: textOf(fields, issuer?.country ?? '', random),
    tls_version: random.chance(0.7) ? 'TLSv1.3' : 'TLSv1.2',
  }
}

function serialOf(random: Random): string {
  return BigInt(`0x0${random.digits(8 + random.below(28))}`).toString()
}

function textOf(fields: Stated, country: string, random: Random): string {
  const isCurve = random.chance(0.35)
  const lines = [
    'Version:  v3',
    `Serial Number: ${fields.cert_sn}`,
    `Signature Algorithm: ${isCurve ? 'ECDSA-SHA384' : 'SHA256-RSA'}`,
    '',
    'Issuer:',
    country && `  Country: ${country}`,
    fields.cert_issuer_org && `  Organization: ${fields.cert_issuer_org}`,
    `  CommonName: ${fields.cert_issuer_cn}`,
    '',
    'Validity:',
    `  Not Before: ${fields.cert_not_before} UTC`,
    `  Not After : ${fields.cert_not_after} UTC`,
    '',
    'Subject:',
    fields.cert_subject_org && `  Organization: ${fields.cert_subject_org}`,
    `  CommonName: ${fields.cert_subject_cn}`,
    '',
    'Subject Public Key Info:',
    `  Public Key Algorithm: ${isCurve ? 'ECDSA' : 'RSA'}`,
    `  Public Key Size: ${isCurve ? 256 : 2048} bits`,
    ...namesText(fields.cert_domain ?? []),
  ]
  // A missing part leaves no line; the blank lines between the sections stay.
  return lines.filter((line, index) => line !== '' || lines[index + 1]?.endsWith(':')).join('\n')
}

function namesText(names: readonly string[]): readonly string[] {
  if (names.length === 0) return []
  return ['', 'Subject Alternative Name:', '  DNS Names:', ...names.map((name) => `    ${name}`)]
}
