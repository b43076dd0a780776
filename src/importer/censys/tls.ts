// TLS and certificates of a service; Censys keeps facts and fingerprints, not the bytes.
import type { Stated } from '../../asset/index.ts'
import {
  defined,
  flagAt,
  objectAt,
  readDistinguishedName,
  readJarm,
  readTlsVersion,
  statedCertificate,
  textAt,
  textsAt,
  zcryptoFacts,
} from '../fact/index.ts'
import type { JsonObject } from '../text/index.ts'

/** Whether a service was seen to speak TLS; search hits show it only by the certificate's fingerprint. */
export function isTls(service: JsonObject): boolean {
  return (
    objectAt(service, 'tls') !== undefined ||
    objectAt(service, 'cert') !== undefined ||
    textAt(service, 'certificate') !== undefined
  )
}

/** Version, fingerprints and certificate. */
export function statedTls(service: JsonObject): Stated {
  const tls = objectAt(service, 'tls')
  return {
    ...statedLeaf(service),
    ...defined<Stated>({
      tls_version: readTlsVersion(textAt(tls, 'version_selected')),
      tls_ja3s: textAt(tls, 'ja3s'),
      tls_ja4s: textAt(tls, 'ja4s'),
      tls_ja4x: textAt(service, 'cert', 'ja4x') ?? textAt(service, 'tls', 'ja4x'),
      cert_is_valid: validityOf(service),
      jarm: readJarm(textAt(service, 'jarm', 'fingerprint') ?? textAt(service, 'jarm')),
    }),
  }
}

// A certificate is valid where one of the stores that were asked trusts it.
function validityOf(service: JsonObject): boolean | undefined {
  const validation = objectAt(service, 'cert', 'validation')
  const verdicts = Object.values(validation ?? {}).flatMap((store) => flagAt(store, 'is_valid') ?? [])
  return verdicts.length === 0 ? undefined : verdicts.includes(true)
}

function statedLeaf(service: JsonObject): Stated {
  const cert = objectAt(service, 'cert')
  if (cert !== undefined) {
    const facts = zcryptoFacts(objectAt(cert, 'parsed') ?? cert)
    const names = [...new Set([...(facts.names ?? []), ...textsAt(cert, 'names')])]
    return statedCertificate({ ...facts, names, sha256: facts.sha256 ?? textAt(cert, 'fingerprint_sha256') })
  }
  const leaf = objectAt(service, 'tls', 'certificates', 'leaf_data')
  if (leaf !== undefined) {
    return statedCertificate({
      issuer: readDistinguishedName(textAt(leaf, 'issuer_dn')),
      subject: readDistinguishedName(textAt(leaf, 'subject_dn')),
      signature: textAt(leaf, 'signature', 'signature_algorithm'),
      names: textsAt(leaf, 'names'),
      sha256: textAt(leaf, 'fingerprint') ?? textAt(service, 'certificate'),
      keySha256: textAt(leaf, 'public_key', 'fingerprint'),
    })
  }
  return statedCertificate({
    sha256: textAt(service, 'certificate') ?? textAt(service, 'tls', 'fingerprint_sha256'),
  })
}
