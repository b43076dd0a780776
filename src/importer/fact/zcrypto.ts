// Certificates as zcrypto's JSON holds them, which zgrab2 and Censys write.
import { type JsonObject, readTime } from '../text/index.ts'
import { numberAt, objectAt, textAt, textsAt } from './at.ts'
import { type CertificateFacts, namesOfPairs, readDistinguishedName } from './certificate.ts'
import { decimalSerial } from './spelling.ts'

/** The facts of a `parsed` certificate. */
export function zcryptoFacts(parsed: JsonObject): CertificateFacts {
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
    keySha256: textAt(parsed, 'subject_key_info', 'fingerprint_sha256'),
  }
}
