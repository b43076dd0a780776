// A certificate of which the source kept no bytes: its facts as columns and as the text block that searches expect.
import type { Stated } from '../../asset/index.ts'
import { printTime } from '../../util/index.ts'
import { asTexts, type JsonObject, wellFormed } from '../text/index.ts'
import { defined } from './at.ts'
import { readSha256 } from './spelling.ts'

/** One part of a distinguished name. */
interface NamePart {
  readonly label: string
  readonly value: string
}

/** The subject or issuer of a certificate, in the order of the source. */
export type CertificateName = readonly NamePart[]

/** What a source says of a certificate; times are milliseconds since 1970 UTC. */
export interface CertificateFacts {
  readonly version?: number | undefined
  /** Decimal. */
  readonly serial?: string | undefined
  readonly signature?: string | undefined
  readonly issuer?: CertificateName | undefined
  readonly subject?: CertificateName | undefined
  readonly notBefore?: number | undefined
  readonly notAfter?: number | undefined
  /** The names it is valid for. */
  readonly names?: readonly string[] | undefined
  readonly sha1?: string | undefined
  readonly sha256?: string | undefined
  /** SHA-256 of the public key, as hexadecimal digits. */
  readonly keySha256?: string | undefined
}

const LABELS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    c: 'Country',
    country: 'Country',
    st: 'Province',
    s: 'Province',
    province: 'Province',
    l: 'Locality',
    locality: 'Locality',
    o: 'Organization',
    organization: 'Organization',
    ou: 'Organizational Unit',
    organizational_unit: 'Organizational Unit',
    cn: 'CommonName',
    common_name: 'CommonName',
    street: 'Street Address',
    street_address: 'Street Address',
    postal_code: 'Postal Code',
    serialnumber: 'Serial Number',
    serial_number: 'Serial Number',
    emailaddress: 'Email Address',
    email_address: 'Email Address',
    dc: 'Domain Component',
    domain_component: 'Domain Component',
  }),
)

function labelOf(key: string): string {
  return LABELS.get(key.toLowerCase()) ?? key
}

/** Reads `C=US, O=Example\, Inc., CN=example.com`, also where commas in values are not escaped. */
export function readDistinguishedName(text: string | undefined): CertificateName | undefined {
  if (text === undefined) return undefined
  const parts = text.split(/(?<!\\),\s*(?=[A-Za-z][A-Za-z0-9.]*=|\d+(?:\.\d+)+=)/)
  const name = parts.flatMap((part) => {
    const at = part.indexOf('=')
    if (at < 1) return []
    return {
      label: labelOf(part.slice(0, at).trim()),
      value: unquoted(part.slice(at + 1)).replace(/\\(.)/g, '$1'),
    }
  })
  return name.length === 0 ? undefined : name
}

/** Values with a comma may stand in quotes (RFC 2253 §4). */
const unquoted = (value: string): string => /^"(.*)"$/s.exec(value.trim())?.[1] ?? value

/** A name from an object of keys (`CN`, `common_name`) to a text or texts. */
export function namesOfPairs(pairs: JsonObject | undefined): CertificateName | undefined {
  if (pairs === undefined) return undefined
  const name = Object.entries(pairs).flatMap(([key, value]) =>
    asTexts(value).map((text) => ({ label: labelOf(wellFormed(key)), value: wellFormed(text) })),
  )
  return name.length === 0 ? undefined : name
}

function partOf(name: CertificateName | undefined, label: string): string | undefined {
  return name?.find((part) => part.label === label)?.value
}

function written(name: CertificateName | undefined): string {
  return (name ?? []).map(({ label, value }) => `${label}=${value}`).join('\n')
}

/** The columns of a certificate known by its facts; what the source does not say is not stated. */
export function statedCertificate(facts: CertificateFacts): Stated {
  const { issuer, subject, notBefore, notAfter } = facts
  return defined<Stated>({
    cert: printFacts(facts),
    cert_subject_cn: partOf(subject, 'CommonName'),
    cert_subject_org: partOf(subject, 'Organization'),
    cert_issuer_cn: partOf(issuer, 'CommonName'),
    cert_issuer_org: partOf(issuer, 'Organization'),
    cert_sn: facts.serial,
    cert_domain: facts.names,
    cert_not_before: notBefore === undefined ? undefined : printTime(notBefore),
    cert_not_after: notAfter === undefined ? undefined : printTime(notAfter),
    cert_key_sha256: readSha256(facts.keySha256),
    cert_is_equal: issuer && subject && written(issuer) === written(subject),
  })
}

/** The text block, in the layout that certificates read from their bytes are printed in. */
function printFacts(facts: CertificateFacts): string | undefined {
  const { version, serial, signature, issuer, subject, notBefore, notAfter, names = [] } = facts
  const sections = [
    [
      version === undefined ? '' : `Version:  v${version}`,
      serial === undefined ? '' : `Serial Number: ${serial}`,
      signature === undefined ? '' : `Signature Algorithm: ${signature}`,
    ]
      .filter((line) => line !== '')
      .join('\n'),
    section('Issuer', issuer?.map(lineOf)),
    section('Validity', [
      notBefore === undefined ? '' : `Not Before: ${printTime(notBefore)} UTC`,
      notAfter === undefined ? '' : `Not After : ${printTime(notAfter)} UTC`,
    ]),
    section('Subject', subject?.map(lineOf)),
    section('Subject Alternative Name', section('DNS Names', names).split('\n')),
    section('Fingerprint', [
      facts.sha1 === undefined ? '' : `SHA1: ${facts.sha1}`,
      facts.sha256 === undefined ? '' : `SHA256: ${facts.sha256}`,
    ]),
  ].filter((text) => text !== '')
  return sections.length === 0 ? undefined : sections.join('\n\n')
}

function lineOf({ label, value }: NamePart): string {
  return `${label}: ${value}`
}

function section(heading: string, lines: readonly string[] = []): string {
  const present = lines.filter((line) => line !== '')
  return present.length === 0 ? '' : [`${heading}:`, ...present.map((line) => `  ${line}`)].join('\n')
}
