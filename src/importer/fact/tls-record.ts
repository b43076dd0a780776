// The object that tlsx writes per host and that httpx embeds as `tls`.
import type { Stated } from '../../asset/index.ts'
import { type JsonObject, readTime } from '../text/index.ts'
import { defined, flagAt, textAt, textsAt } from './at.ts'
import { type CertificateName, readDistinguishedName, statedCertificate } from './certificate.ts'
import { hexadecimalSerial, readJarm, readTlsVersion } from './spelling.ts'

/** The certificate as PEM where it was kept, else its facts; and what else the object says of the handshake. */
interface TlsRecord {
  readonly certificate: string | undefined
  readonly stated: Stated
}

/** Reads such an object (tlsx pkg/tlsx/clients/clients.go, and httpx's older `tls-grab`). */
export function readTlsRecord(record: JsonObject): TlsRecord {
  const pem = textAt(record, 'certificate')
  const certificate = pem?.includes('-----BEGIN') ? pem : undefined
  const facts = certificate === undefined ? statedCertificate(factsOf(record)) : {}
  // Two common names alone do not tell whether the whole names are the same.
  if (record['subject_dn'] === undefined || record['issuer_dn'] === undefined) delete facts.cert_is_equal
  return {
    certificate,
    stated: {
      ...facts,
      ...defined<Stated>({
        tls_version: readTlsVersion(textAt(record, 'tls_version')),
        tls_ja3s: textAt(record, 'ja3s_hash'),
        jarm: readJarm(textAt(record, 'jarm_hash')),
        // Tools write only that it is not trusted.
        cert_is_valid: flagAt(record, 'untrusted') === true ? false : undefined,
        // Beside the certificate itself the verdict follows from it.
        cert_is_match: certificate === undefined && flagAt(record, 'mismatched') === true ? false : undefined,
      }),
    },
  }
}

function factsOf(record: JsonObject) {
  return {
    serial: hexadecimalSerial(textAt(record, 'serial')),
    subject: nameOf(record, 'subject') ?? olderName(record, ''),
    issuer: nameOf(record, 'issuer') ?? olderName(record, 'issuer_'),
    notBefore: readTime(textAt(record, 'not_before')),
    notAfter: readTime(textAt(record, 'not_after')),
    names: [...textsAt(record, 'subject_an'), ...textsAt(record, 'dns_names')],
    sha1: textAt(record, 'fingerprint_hash', 'sha1'),
    sha256: textAt(record, 'fingerprint_hash', 'sha256') ?? textAt(record, 'fingerprint_sha256'),
  }
}

function nameOf(record: JsonObject, role: 'subject' | 'issuer'): CertificateName | undefined {
  const name = readDistinguishedName(textAt(record, `${role}_dn`))
  if (name !== undefined) return name
  const parts = [
    ...textsAt(record, `${role}_org`).map((value) => ({ label: 'Organization', value })),
    ...textsAt(record, `${role}_cn`).map((value) => ({ label: 'CommonName', value })),
  ]
  return parts.length === 0 ? undefined : parts
}

function olderName(record: JsonObject, prefix: string): CertificateName | undefined {
  const parts = [
    ...textsAt(record, `${prefix}organization`).map((value) => ({ label: 'Organization', value })),
    ...textsAt(record, `${prefix}common_name`).map((value) => ({ label: 'CommonName', value })),
  ]
  return parts.length === 0 ? undefined : parts
}
