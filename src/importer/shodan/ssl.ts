// The TLS part of a banner.
import type { Stated } from '../../asset/index.ts'
import {
  decimalSerial,
  defined,
  namesOfPairs,
  numberAt,
  objectAt,
  readJarm,
  readTlsVersion,
  statedCertificate,
  textAt,
  textsAt,
} from '../fact/index.ts'
import { type JsonObject, readTime } from '../text/index.ts'

/** What the handshake showed. */
interface Ssl {
  readonly isTls: boolean
  /** The leaf as PEM: the JSON's own serial number does not survive being read as a number. */
  readonly certificate: string | undefined
  readonly stated: Stated
}

/** Reads `ssl` of a banner. */
export function readSsl(banner: JsonObject): Ssl {
  const ssl = objectAt(banner, 'ssl')
  if (ssl === undefined) return { isTls: false, certificate: undefined, stated: {} }
  const certificate = textsAt(ssl, 'chain').find((text) => text.includes('-----BEGIN'))
  const cert = objectAt(ssl, 'cert')
  return {
    isTls: true,
    certificate,
    stated: {
      ...(certificate === undefined && cert !== undefined && statedCertificate(factsOf(cert))),
      ...defined<Stated>({
        tls_version: versionOf(ssl),
        jarm: readJarm(textAt(ssl, 'jarm')),
        tls_ja3s: textAt(ssl, 'ja3s'),
      }),
    },
  }
}

/** The negotiated version, else the highest offered (`-` before one means it was refused). */
function versionOf(ssl: JsonObject): string | undefined {
  const negotiated = textAt(ssl, 'cipher', 'version')
  // OpenSSL's name for the cipher's first version covers all of them.
  if (negotiated !== undefined && !negotiated.includes('/')) return readTlsVersion(negotiated)
  const offered = textsAt(ssl, 'versions').filter((version) => /^(TLSv|SSLv)/.test(version))
  const best = ['TLSv1.3', 'TLSv1.2', 'TLSv1.1', 'TLSv1', 'SSLv3', 'SSLv2'].find((name) =>
    offered.includes(name),
  )
  return readTlsVersion(best)
}

function factsOf(cert: JsonObject) {
  const { serial } = cert
  const version = numberAt(cert, 'version')
  return {
    // As X.509 counts: 2 means v3.
    version: version === undefined ? undefined : version + 1,
    serial: Number.isSafeInteger(serial) ? String(serial) : decimalSerial(textAt(serial)),
    signature: textAt(cert, 'sig_alg'),
    issuer: namesOfPairs(objectAt(cert, 'issuer')),
    subject: namesOfPairs(objectAt(cert, 'subject')),
    notBefore: readTime(textAt(cert, 'issued')),
    notAfter: readTime(textAt(cert, 'expires')),
    sha1: textAt(cert, 'fingerprint', 'sha1'),
    sha256: textAt(cert, 'fingerprint', 'sha256'),
  }
}
