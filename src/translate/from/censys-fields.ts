// Censys' fields without the names of the data sets in front: those of the first search (`services.…`) and of the platform
// (`host.services.…`, `web.…`), from the data definitions of both.
import * as rule from '../rule.ts'
import { protocolOrSecure } from '../value.ts'

const { changed, lost, location, tableOf, to, whole, worded } = rule

const NO_HASH = lost('Periplus does not keep this hash')
const SYSTEM = 'as_organization'

/** Rules by field. */
export const CENSYS_FIELDS = tableOf([
  ['ip', to('ip')],
  ['port', to('port')],
  ['name names hostname dns.names', to('host')],
  ['dns.reverse_dns.names dns.reverse_dns.reverse_dns.names', to('ptr')],
  ['location.country location.country_code', rule.COUNTRY],
  ['location.city', location('city')],
  ['location.province', location('province')],
  [
    'location.continent location.postal_code location.timezone',
    lost('Periplus keeps country, province and city'),
  ],
  ['location.coordinates.latitude', to('latitude')],
  ['location.coordinates.longitude', to('longitude')],
  ['autonomous_system.asn', rule.AS_NUMBER],
  ['autonomous_system.name autonomous_system.description autonomous_system.organization', to(SYSTEM)],
  [
    'whois.organization.name whois.network.name',
    changed(to(SYSTEM), 'Periplus keeps the holder of the autonomous system'),
  ],
  ['autonomous_system.bgp_prefix whois.network.cidrs', to('ip')],
  ['autonomous_system.country_code', lost('Periplus keeps the country of addresses only')],
  ['operating_system.product operating_system.vendor', to('os')],
  ['last_updated_at observed_at scan_time', rule.timed('lastupdatetime')],
  ['labels labels.value', worded('tag')],
  ['service_name protocol', { ...to('protocol'), value: protocolOrSecure }],
  ['extended_service_name', rule.PROTOCOL],
  ['transport_protocol', { ...whole('base_protocol') }],
  ['banner', to('banner')],
  ['banner_hex banner_hashes banner_hash_sha256', NO_HASH],
  ['software.product hardware.product', to('product')],
  [
    'software.vendor hardware.vendor',
    changed(to('product'), 'vendors are not stored separately from products'),
  ],
  [
    'software.uniform_resource_identifier software.cpe operating_system.uniform_resource_identifier',
    rule.CPE,
  ],
  ['software.version', to('product.version')],
  ['software.type hardware.type', worded('category')],
  ['http.response.html_title http.html_title', to('title')],
  ['http.response.body http.body', to('body')],
  ['http.response.html_tags http.html_tags', to('body')],
  ['http.response.body_hash http.response.body_hashes http.body_hash_sha1 http.body_hash_sha256', NO_HASH],
  ['http.response.status_code http.status_code', to('status_code')],
  ['http.response.headers.server http.headers.server', to('server')],
  [
    'http.response.headers.value.headers http.headers.value http.response.headers.key http.headers.key',
    to('header'),
  ],
  [
    'http.response.favicons.shodan_hash http.response.favicons.hash_shodan http.favicons.hash_shodan',
    to('icon_hash'),
  ],
  ['http.response.favicons.md5_hash http.favicons.hash_md5', to('icon_md5')],
  ['http.favicons.hash_sha256', NO_HASH],
  ['http.request.uri http.uri', to('link')],
  ['tls.version_selected', rule.TLS_VERSION],
  ['jarm.fingerprint jarm.jarm_hash', to('jarm')],
  ['tls.ja3s', to('tls.ja3s')],
  ['tls.ja4s', to('tls.ja4s')],
  ['ssh.hassh_fingerprint', to('hassh')],
  ['ssh.server_host_key.fingerprint_sha256', to('ssh.fingerprint')],
  ['tls.cipher_selected', lost('Periplus does not keep this part of the handshake')],
  ['cert.names cert.parsed.extensions.subject_alt_name.dns_names', to('cert.domain')],
  ['cert.parsed.subject.common_name', to('cert.subject.cn')],
  ['cert.parsed.subject.organization', to('cert.subject.org')],
  ['cert.parsed.issuer.common_name', to('cert.issuer.cn')],
  ['cert.parsed.issuer.organization', to('cert.issuer.org')],
  ['cert.parsed.subject_dn', to('cert.subject')],
  ['cert.parsed.issuer_dn', to('cert.issuer')],
  [
    'cert.parsed.public_key.fingerprint cert.parsed.subject_key_info.fingerprint_sha256',
    to('cert.key_sha256'),
  ],
  ['cert.parsed.serial_number', rule.SERIAL],
  ['cert.parsed.validity_period.not_before', rule.timed('cert.not_before')],
  ['cert.parsed.validity_period.not_after', rule.timed('cert.not_after')],
  ['cert.parsed.signature.self_signed', rule.flag('cert.is_equal')],
  ['cert.fingerprint_sha256 cert.fingerprint_sha1', rule.FINGERPRINT],
])

// Names of the first search for its certificates, converted to those of the platform.
const LEAF: readonly (readonly [RegExp, string])[] = [
  [/^tls\.certificates\.leaf_data\.(names|fingerprint)$/, 'cert.$1'],
  [/^tls\.certificates\.leaf_data\.signature\.self_signed$/, 'cert.parsed.signature.self_signed'],
  [/^tls\.certificates\.leaf_data\./, 'cert.parsed.'],
  [/^tls\.certificates\.leaf_fp_sha_?256$/, 'cert.fingerprint_sha256'],
  [/^cert\.fingerprint$/, 'cert.fingerprint_sha256'],
  [/^parsed\./, 'cert.parsed.'],
  [/^certificate$/, 'cert.fingerprint_sha256'],
]

/** The name of a field in the table: without the prefixes of data set, services and endpoints. */
export function plainName(field: string): string {
  let name = field.toLowerCase()
  for (const front of ['host.', 'web.', 'services.', 'endpoints.']) {
    if (name.startsWith(front)) name = name.slice(front.length)
  }
  for (const [pattern, replacement] of LEAF) name = name.replace(pattern, replacement)
  return name
}
