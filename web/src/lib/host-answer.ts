// What the server tells about an address or a name, and about the tags of an address.

/** What identifies a certificate, and whether it holds. */
export interface Certificate {
  readonly serial: string
  readonly subject: string
  readonly subject_org: string
  readonly issuer: string
  readonly issuer_org: string
  readonly not_before: string
  readonly not_after: string
  readonly validity: 'valid' | 'expired' | 'not yet' | 'unknown'
  readonly self_signed: boolean | null
}

/** One that services of a host showed. */
export interface HostCertificate extends Certificate {
  readonly names: readonly string[]
  readonly hosts: readonly string[]
}

/** One record of a host. */
export interface HostService {
  readonly host: string
  readonly link: string
  readonly ip: string
  readonly port: number
  readonly protocol: string
  readonly base_protocol: string
  readonly type: string
  readonly title: string
  readonly server: string
  readonly status_code: number | null
  readonly products: readonly { readonly name: string; readonly version: string; readonly category: string }[]
  readonly tags: readonly string[]
  readonly firstseen: string
  readonly lastupdatetime: string
  readonly certificate: Certificate | null
  /** Oldest first; the first one names no part. */
  readonly history: readonly { readonly time: string; readonly changed: readonly string[] }[]
}

/** Everything the records say of an address, or of a name and those below it. */
export interface HostAnswer {
  readonly name: string
  readonly kind: 'address' | 'name'
  readonly total: number
  readonly cut: boolean
  readonly addresses: readonly string[]
  readonly names: readonly string[]
  readonly domains: readonly string[]
  readonly operating_systems: readonly string[]
  readonly place: {
    readonly country: string
    readonly country_name: string
    readonly province: string
    readonly city: string
  } | null
  readonly network: {
    readonly as_number: number | null
    readonly as_organization: string
    readonly isp: string
    readonly cloud_name: string
  } | null
  readonly firstseen: string
  readonly lastupdatetime: string
  readonly services: readonly HostService[]
  readonly certificates: readonly HostCertificate[]
}

/** Why an address has a tag. */
export interface TagEvidence {
  readonly tag: string
  readonly source: string
  readonly match: string
  readonly confidence: number
  readonly last_seen: string | null
  readonly note?: string
}

/** The tags of one address. */
export interface TagAnswer {
  readonly entry: { readonly tags: readonly string[]; readonly evidence: readonly TagEvidence[] }
}
