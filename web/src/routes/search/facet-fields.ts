/** The fields that are summed up beside every answer, below countries and their regions. */
export const FIRST_FACETS = ['port', 'protocol', 'product', 'server', 'as_organization'] as const

/** Those that are summed up when somebody comes to them. */
export const FURTHER_FACETS = [
  'severity',
  'finding',
  'finding.tool',
  'title',
  'domain',
  'category',
  'os',
  'status_code',
  'cert.subject.org',
  'cert.issuer.org',
  'cert.is_expired',
  'tls.version',
  'tag',
  'class',
  'scanner',
  'cdn_name',
  'tor_exit',
  'vpn',
  'type',
  'base_protocol',
  'is_ipv6',
  'cloud_name',
] as const
