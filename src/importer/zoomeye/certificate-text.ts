// `ssl` is a text in OpenSSL's layout with a few lines about the handshake before it: kept as it is, and read for the fields.
import type { Stated } from '../../asset/index.ts'
import {
  decimalSerial,
  defined,
  readDistinguishedName,
  readTlsVersion,
  statedCertificate,
} from '../fact/index.ts'
import { readTime } from '../text/index.ts'

/** The columns of such a text. */
export function statedSsl(text: string | undefined): Stated {
  if (text === undefined) return {}
  const line = (label: string): string | undefined =>
    new RegExp(`^[ \\t]*${label}[ \\t]*:[ \\t]*(\\S[^\\r\\n]*)`, 'm').exec(text)?.[1]
  const facts = statedCertificate({
    serial: decimalSerial(line('Serial Number')?.split(' ', 1)[0]),
    issuer: readDistinguishedName(line('Issuer')),
    subject: readDistinguishedName(line('Subject')),
    notBefore: readTime(line('Not Before')),
    notAfter: readTime(line('Not After ?')),
    names: [...text.matchAll(/\bDNS:([^\s,]{1,253})/g)].map((match) => match[1] ?? ''),
  })
  return { ...facts, ...defined<Stated>({ tls_version: readTlsVersion(line('Version')) }), cert: text }
}
