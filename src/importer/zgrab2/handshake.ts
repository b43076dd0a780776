// The TLS handshake that many modules log in the same shape.
import { Buffer } from 'node:buffer'
import type { Stated } from '../../asset/index.ts'
import {
  decimalSerial,
  defined,
  namesOfPairs,
  numberAt,
  objectAt,
  readDistinguishedName,
  readTlsVersion,
  statedCertificate,
  textAt,
  textsAt,
} from '../fact/index.ts'
import { type JsonObject, readTime } from '../text/index.ts'

/** The leaf certificate as DER where it was kept, else what was read from it; and the negotiated version. */
export interface Handshake {
  readonly certificate: Uint8Array | undefined
  readonly stated: Stated
}

/** Reads a `handshake_log`; nothing for undefined. */
export function readHandshake(log: JsonObject | undefined): Handshake {
  if (log === undefined) return { certificate: undefined, stated: {} }
  const leaf = objectAt(log, 'server_certificates', 'certificate')
  const raw = textAt(leaf, 'raw')
  const certificate = raw === undefined ? undefined : Buffer.from(raw, 'base64')
  const parsed = objectAt(leaf, 'parsed')
  const facts =
    (certificate?.length ?? 0) > 0 || parsed === undefined ? {} : statedCertificate(factsOf(parsed))
  // TLS 1.3 still says 1.2 in the old place.
  const version =
    textAt(log, 'server_hello', 'supported_versions', 'selected_version', 'name') ??
    textAt(log, 'server_hello', 'version', 'name')
  return {
    certificate: certificate !== undefined && certificate.length > 0 ? certificate : undefined,
    stated: { ...facts, ...defined({ tls_version: readTlsVersion(version) }) },
  }
}

/** The facts of a certificate in the shape of zcrypto, which Censys uses too. */
export function factsOf(parsed: JsonObject) {
  return {
    version: numberAt(parsed, 'version'),
    serial: decimalSerial(textAt(parsed, 'serial_number')),
    signature: textAt(parsed, 'signature_algorithm', 'name'),
    issuer: readDistinguishedName(textAt(parsed, 'issuer_dn')) ?? namesOfPairs(objectAt(parsed, 'issuer')),
    subject: readDistinguishedName(textAt(parsed, 'subject_dn')) ?? namesOfPairs(objectAt(parsed, 'subject')),
    notBefore: readTime(textAt(parsed, 'validity', 'start')),
    notAfter: readTime(textAt(parsed, 'validity', 'end')),
    names: [
      ...new Set([
        ...textsAt(parsed, 'names'),
        ...textsAt(parsed, 'extensions', 'subject_alt_name', 'dns_names'),
      ]),
    ],
    sha1: textAt(parsed, 'fingerprint_sha1'),
    sha256: textAt(parsed, 'fingerprint_sha256'),
  }
}
