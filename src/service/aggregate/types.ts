// What the aggregating use cases answer. Types only, so that the page can read them too; every time is a text in UTC.

/** One value of a field among the matches. */
export interface FacetValue {
  readonly value: string
  readonly count: number
  /** What the value stands for, where it is a code: the country's name, the organisation of a network. */
  readonly label?: string
  /** The condition that keeps exactly the records counted here. */
  readonly condition: string
  /** Regions of a country, when they were asked for. */
  readonly regions?: readonly FacetValue[]
}

/** The most frequent values of one field, by count and then by value. */
export interface FacetSummary {
  readonly field: string
  /** Number of different values, unknown aside. */
  readonly distinct: number
  readonly values: readonly FacetValue[]
}

/** What all matches have in common, and how many there are. */
export interface FacetsAnswer {
  readonly total: number
  /** Number of different addresses. */
  readonly addresses: number
  readonly facets: readonly FacetSummary[]
}

/** The unit of the buckets of a time line. */
export type TimelineStep = 'hour' | 'day' | 'week' | 'month' | 'year'

/** Matches last seen from `from` until just before `to` (ISO 8601). */
export interface TimelineBucket {
  readonly from: string
  readonly to: string
  readonly count: number
}

/** When the matches were last seen: buckets without a gap, oldest first, each `every` steps long. */
export interface TimelineAnswer {
  readonly step: TimelineStep
  readonly every: number
  readonly buckets: readonly TimelineBucket[]
}

/** Values that begin with what was written. */
export interface ValuesAnswer {
  readonly values: readonly { readonly value: string; readonly count: number }[]
  /** Whether all records were looked at, or only the newest. */
  readonly complete: boolean
}

/** A product found at a service. */
export interface HostProduct {
  readonly name: string
  readonly version: string
  readonly category: string
}

/** How a certificate's validity stands now; unknown when it states none. */
export type Validity = 'valid' | 'expired' | 'not yet' | 'unknown'

/** What identifies a certificate, and whether it holds. */
export interface HostCertificate {
  readonly serial: string
  readonly subject: string
  readonly subject_org: string
  readonly issuer: string
  readonly issuer_org: string
  readonly names: readonly string[]
  readonly not_before: string
  readonly not_after: string
  readonly validity: Validity
  readonly self_signed: boolean | null
  /** The services that showed it, as `host` spells them. */
  readonly hosts: readonly string[]
}

/** The parts of a record whose changes are kept. */
export type ContentPart = 'title' | 'header' | 'body' | 'banner' | 'cert'

/** Since when a content was seen, and which parts differ from the content before; none for the first. */
export interface HostChange {
  readonly time: string
  readonly changed: readonly ContentPart[]
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
  readonly products: readonly HostProduct[]
  readonly tags: readonly string[]
  readonly firstseen: string
  readonly lastupdatetime: string
  readonly certificate: Omit<HostCertificate, 'hosts' | 'names'> | null
  /** Oldest first. */
  readonly history: readonly HostChange[]
}

/** Where an address is. */
export interface HostPlace {
  readonly country: string
  readonly country_name: string
  readonly province: string
  readonly city: string
  readonly latitude: number | null
  readonly longitude: number | null
}

/** Which network an address belongs to. */
export interface HostNetwork {
  readonly as_number: number | null
  readonly as_organization: string
  readonly isp: string
  readonly cloud_name: string
}

/** Everything the records say of an address, or of a name and the names below it. */
export interface HostAnswer {
  /** Canonical spelling. */
  readonly name: string
  readonly kind: 'address' | 'name'
  /** Number of records; `services` holds the newest of them. */
  readonly total: number
  /** Whether there are more records, or more of a list, than told. */
  readonly cut: boolean
  readonly addresses: readonly string[]
  /** Names by which services were reached. */
  readonly names: readonly string[]
  /** Registrable domains. */
  readonly domains: readonly string[]
  readonly operating_systems: readonly string[]
  readonly place: HostPlace | null
  readonly network: HostNetwork | null
  readonly firstseen: string
  readonly lastupdatetime: string
  /** Newest first. */
  readonly services: readonly HostService[]
  readonly certificates: readonly HostCertificate[]
}

/** Long fields of one record, by name. */
export interface RecordAnswer {
  readonly host: string
  readonly ip: string
  readonly base_protocol: string
  readonly lastupdatetime: string
  readonly fields: Readonly<Record<string, string>>
  /** Length in bytes of the whole body, when only its beginning is kept. */
  readonly body_full_length: number | null
}
