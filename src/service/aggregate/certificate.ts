// Collects the certificates of the records of a host.
import type { Asset } from '../../asset/index.ts'
import { printTime } from '../../util/index.ts'
import type { HostCertificate, HostService, Validity } from './types.ts'

/** The columns that describe a certificate. */
type CertificateColumns = Pick<
  Asset,
  | 'cert_sn'
  | 'cert_subject_cn'
  | 'cert_subject_org'
  | 'cert_issuer_cn'
  | 'cert_issuer_org'
  | 'cert_domain'
  | 'cert_not_before'
  | 'cert_not_after'
  | 'cert_is_equal'
>

/** The certificate of a record, if it has one. `now` in milliseconds. */
export function certificateOf(record: CertificateColumns, now: number): HostService['certificate'] {
  const { cert_sn, cert_subject_cn, cert_issuer_cn, cert_not_after } = record
  if (cert_sn === '' && cert_subject_cn === '' && cert_issuer_cn === '' && cert_not_after === '') return null
  return {
    serial: cert_sn,
    subject: cert_subject_cn,
    subject_org: record.cert_subject_org,
    issuer: cert_issuer_cn,
    issuer_org: record.cert_issuer_org,
    not_before: record.cert_not_before,
    not_after: cert_not_after,
    validity: validityOf(record, now),
    self_signed: record.cert_is_equal,
  }
}

function validityOf({ cert_not_before, cert_not_after }: CertificateColumns, now: number): Validity {
  if (cert_not_after === '') return 'unknown'
  const today = printTime(now)
  if (cert_not_after < today) return 'expired'
  return cert_not_before > today ? 'not yet' : 'valid'
}

/** Each distinct certificate with the services that have it, latest expiry first. */
export function gatherCertificates(
  records: readonly (CertificateColumns & Pick<Asset, 'host'>)[],
  now: number,
): readonly HostCertificate[] {
  const found = new Map<string, HostCertificate & { readonly hosts: string[] }>()
  for (const record of records) {
    const summary = certificateOf(record, now)
    if (summary === null) continue
    const key = JSON.stringify(summary)
    const known = found.get(key)
    if (known === undefined) found.set(key, { ...summary, names: record.cert_domain, hosts: [record.host] })
    else known.hosts.push(record.host)
  }
  return [...found.values()].sort((a, b) => (a.not_after < b.not_after ? 1 : -1))
}
