// The TLS handshake that many modules log in the same shape.
import { Buffer } from 'node:buffer'
import type { Stated } from '../../asset/index.ts'
import {
  defined,
  flagAt,
  objectAt,
  readTlsVersion,
  statedCertificate,
  textAt,
  zcryptoFacts,
} from '../fact/index.ts'
import type { JsonObject } from '../text/index.ts'

/** The leaf certificate as DER where it was kept, else what was read from it; and the negotiated version. */
interface Handshake {
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
    (certificate?.length ?? 0) > 0 || parsed === undefined ? {} : statedCertificate(zcryptoFacts(parsed))
  // TLS 1.3 still says 1.2 in the old place.
  const version =
    textAt(log, 'server_hello', 'supported_versions', 'selected_version', 'name') ??
    textAt(log, 'server_hello', 'version', 'name')
  return {
    certificate: certificate !== undefined && certificate.length > 0 ? certificate : undefined,
    stated: {
      ...facts,
      ...defined<Stated>({
        tls_version: readTlsVersion(version),
        cert_is_valid: flagAt(log, 'server_certificates', 'validation', 'browser_trusted'),
      }),
    },
  }
}
