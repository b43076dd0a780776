// The record of one internet-facing service, as it is stored. Property names are the store's column names;
// the catalogue (`../field`) says which of them the query language and the API know under which name.

/** Transport under the service. */
export type BaseProtocol = 'tcp' | 'udp' | 'sctp'

/** What makes two observations speak of the same record: the name or address as reached, port and transport. */
export interface Identity {
  /** Lower-case name, or canonical address (no brackets). */
  readonly reached: string
  readonly port: number
  readonly base_protocol: BaseProtocol
}

/**
 * One record. Unknown is `''` for texts, `[]` for lists and `null` for numbers, times and yes/no values, never anything else.
 * Times are whole seconds since 1970 UTC, except the certificate's, which are `YYYY-MM-DD HH:MM:SS` texts because
 * certificates reach the year 9999.
 */
export interface Asset extends Identity {
  readonly host: string
  readonly link: string
  readonly ip: string
  readonly domain: string
  readonly protocol: string
  readonly type: '' | 'subdomain' | 'service'
  readonly title: string
  readonly header: string
  readonly body: string
  readonly banner: string
  readonly cert: string
  readonly server: string
  readonly status_code: number | null
  readonly os: string
  readonly structinfo: string
  readonly product: readonly string[]
  readonly product_version: readonly string[]
  readonly category: readonly string[]
  readonly tag: readonly string[]
  readonly cname: readonly string[]
  readonly icp: string
  readonly fid: string
  readonly icon_hash: string
  readonly jarm: string
  readonly country: string
  readonly country_name: string
  readonly province: string
  readonly city: string
  readonly latitude: number | null
  readonly longitude: number | null
  readonly isp: string
  readonly as_number: number | null
  readonly as_organization: string
  readonly cert_subject_cn: string
  readonly cert_subject_org: string
  readonly cert_issuer_cn: string
  readonly cert_issuer_org: string
  readonly cert_sn: string
  readonly cert_domain: readonly string[]
  readonly cert_not_before: string
  readonly cert_not_after: string
  readonly cert_is_match: boolean | null
  readonly cert_is_equal: boolean | null
  readonly tls_version: string
  readonly tls_ja3s: string
  readonly header_hash: string
  readonly body_hash: string
  readonly banner_hash: string
  readonly is_ipv6: boolean | null
  readonly is_domain: boolean | null
  readonly is_honeypot: boolean | null
  readonly is_fraud: boolean | null
  readonly is_cloud: boolean | null
  readonly cloud_name: string
  /** Last seen, by any observation. */
  readonly lastupdatetime: number
  /** First seen. */
  readonly firstseen: number

  // Inner columns: kept for merging and never selectable.
  /** When the content (title, header, body, banner, certificate and what is derived from them) was seen; null = bare port. */
  readonly content_time: number | null
  /** The import that brought the content; observations within one import merge, across imports they replace. */
  readonly content_import: string
  /** Path segments of the page the content comes from (fewest wins within an import); 0 for `/` and for what is no page. */
  readonly page_depth: number
  /** Length in bytes of the whole body, when the stored one was cut; null when it is whole. */
  readonly body_full_length: number | null
  /** Columns whose value the source itself stated, sorted; all others were derived by enrichment. */
  readonly stated: readonly string[]
  /** The last content changes, oldest first. */
  readonly history: readonly Change[]
}

/** One change of content: when it was first seen, and a short hash per part, from which the changed parts follow. */
export interface Change {
  /** Seconds since 1970 UTC. */
  readonly time: number
  readonly title: string
  readonly header: string
  readonly body: string
  readonly banner: string
  readonly cert: string
}

/** The name of a column. */
export type Column = keyof Asset

/** The columns that together are the content of a record: newer content replaces all of them at once across imports. */
export const CONTENT_COLUMNS = [
  'protocol',
  'type',
  'link',
  'title',
  'header',
  'body',
  'body_full_length',
  'banner',
  'cert',
  'server',
  'status_code',
  'os',
  'structinfo',
  'product',
  'product_version',
  'category',
  'tag',
  'icp',
  'fid',
  'icon_hash',
  'jarm',
  'cert_subject_cn',
  'cert_subject_org',
  'cert_issuer_cn',
  'cert_issuer_org',
  'cert_sn',
  'cert_domain',
  'cert_not_before',
  'cert_not_after',
  'cert_is_match',
  'cert_is_equal',
  'tls_version',
  'tls_ja3s',
  'header_hash',
  'body_hash',
  'banner_hash',
  'is_honeypot',
  'is_fraud',
] as const satisfies readonly Column[]

/** The parts of one page: taken together from the best page of a host, never mixed between two pages. */
export const PAGE_COLUMNS = [
  'title',
  'header',
  'body',
  'body_full_length',
  'server',
  'status_code',
  'header_hash',
  'body_hash',
  'link',
] as const satisfies readonly Column[]
